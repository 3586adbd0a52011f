import { describe, expect, it } from 'vitest';
import { attachBlastRadius } from '../../src/graph/blast-radius.js';
import { buildGraph } from '../../src/graph/build.js';
import type { Finding } from '../../src/model/finding.js';
import { emptyInventory } from '../../src/model/inventory.js';
import type { GateOptions } from '../../src/model/request.js';
import { applyPolicy, type JudgeInput } from '../../src/policy/judge.js';
import { lastLine } from '../../src/policy/last-line.js';
import { countReport } from '../../src/scan/counts.js';
import { unmatchedIssues } from '../../src/scan/unmatched-issues.js';
import { component, defaultGates, estate, finding, noMatches } from '../support/estates.js';

const lodash = component('lodash', '4.17.20');
const critical = finding('GHSA-1', { component: lodash.ref, severity: 'critical', fixed_version: '4.17.21' });
const high = finding('GHSA-2', { component: lodash.ref, severity: 'high' });
const unknown = finding('GHSA-3', { component: lodash.ref, severity: 'unknown' });
const malicious = finding('MAL-1', { component: lodash.ref, severity: 'critical', kind: 'malicious' });

function judged(findings: readonly Finding[], gates: Partial<GateOptions> = {}, over: Partial<JudgeInput> = {}) {
  const known = { ...estate([lodash], lodash.ref), ...over.inventory };
  const inventory = { ...known, issues: [...known.issues, ...unmatchedIssues(over.matched ?? noMatches(), known.components)] };
  const graph = buildGraph(inventory, findings);
  return applyPolicy({
    matched: noMatches(),
    findings: attachBlastRadius(graph, findings),
    graph,
    gates: defaultGates(gates),
    now: Date.parse('2026-01-01T00:00:00Z'),
    matchedAtAll: true,
    kevAvailable: true,
    ...over,
    inventory,
  });
}

function line(findings: readonly Finding[], gates: Partial<GateOptions> = {}, over: Partial<JudgeInput> = {}): string {
  const { verdict, findings: marked } = judged(findings, gates, over);
  return `${verdict.exit_code} ${lastLine(verdict, countReport({ ...emptyInventory(), components: [lodash] }, marked, 0))}`;
}

describe('exit code and last line', () => {
  it.each<[string, Finding[], Partial<GateOptions>, string]>([
    ['nothing found', [], {}, '0 clean — 1 component, no findings'],
    ['below the default threshold', [high], {}, '0 no gate matched — 1 finding below the threshold'],
    ['critical by default', [critical, high], {}, '1 gate: severity — GHSA-1 critical in lodash@4.17.20; the threshold is critical'],
    ['another threshold', [high], { failOnSeverity: 'high' }, '1 gate: severity — GHSA-2 high in lodash@4.17.20; the threshold is high'],
    [
      'several',
      [critical, high],
      { failOnSeverity: 'low' },
      '1 gate: severity — GHSA-1 critical in lodash@4.17.20, +1 more; the threshold is low',
    ],
    [
      'exit-zero silences severity, and says so',
      [critical],
      { exitZero: true },
      '0 no gate matched — 1 finding; silenced by --exit-zero: severity — GHSA-1 critical in lodash@4.17.20; the threshold is critical',
    ],
    ['exit-zero never silences malice', [malicious], { exitZero: true }, '1 gate: malicious — MAL-1 in lodash@4.17.20 is malicious'],
    ['malice comes first', [malicious, critical], {}, '1 gate: malicious — MAL-1 in lodash@4.17.20 is malicious'],
    ['unknown severity warns', [unknown], {}, '0 no gate matched — 1 finding below the threshold'],
    [
      'unknown severity may fail',
      [unknown],
      { unknownSeverity: 'fail' },
      '1 gate: severity — GHSA-3 unknown in lodash@4.17.20; the threshold is critical',
    ],
    ['fixable only', [high], { failOnSeverity: 'high', fixableOnly: true }, '0 no gate matched — 1 finding below the threshold'],
    ['KEV', [{ ...high, kev: 'listed' }], { failOnKev: true }, '1 gate: kev — GHSA-2 high in lodash@4.17.20 known to be exploited'],
  ])('%s', (_, findings, gates, expected) => {
    expect(line(findings, gates)).toBe(expected);
  });

  it('names the AI-risk path', () => {
    const expected = '1 gate: ai-risk — GHSA-2: GHSA-2 → lodash@4.17.20 → files → API_TOKEN';
    expect(line([high], { failIfAiRisk: true })).toBe(expected);
    expect(line([high], { failIfAiRisk: true }, { inventory: { ...emptyInventory(), components: [lodash] } })).toMatch(/^0 /);
  });

  it('fails closed when a collector broke, whatever else is asked', () => {
    const broken = {
      ...estate([lodash], lodash.ref),
      collectors: [{ id: 'npm-lock', target: 'package-lock.json', outcome: 'failed' as const, components: 0, issues: 1 }],
      issues: [{ collector: 'npm-lock', path: 'package-lock.json', kind: 'unparsable' as const, reason: 'JSON ends too early' }],
    };
    expect(line([], { exitZero: true }, { inventory: broken })).toBe(
      '1 gate: incomplete — package-lock.json could not be read: JSON ends too early',
    );
    expect(judged([], {}, { inventory: broken }).verdict.outcome).toBe('incomplete');
    expect(judged([], {}, { inventory: broken }).posture.grade).toBe('unknown');
    const both = judged([high], { failOnSeverity: 'high' }, { inventory: broken });
    expect(both).toMatchObject({ verdict: { outcome: 'blocked' }, posture: { grade: 'unknown' } });
  });

  it('never says clean about what it could not judge', () => {
    const loose = component('loose', '', { version: null, resolved: false, requirement: '^1.0.0' });
    const unmatched = [{ component: loose.ref, kind: 'unresolved' as const, reason: 'no exact version' }];
    const some = { ...estate([lodash, loose], lodash.ref) };
    const result = judged([], {}, { inventory: some, matched: { ...noMatches(), unmatched } }).verdict;
    expect(result).toMatchObject({
      outcome: 'findings',
      exit_code: 0,
      reasons: ['1 component without an exact version, not judged: package-lock.json'],
    });
    const only = { ...estate([loose], loose.ref) };
    expect(judged([], {}, { inventory: only, matched: { ...noMatches(), unmatched } }).verdict).toMatchObject({
      outcome: 'incomplete',
      exit_code: 1,
    });
  });

  it('does not ask for a lockfile where only a client configuration or a skill names a package', () => {
    const loose = component('loose', '', { version: null, resolved: false, locations: [{ path: '.mcp.json', line: 3 }] });
    const unmatched = [{ component: loose.ref, kind: 'unresolved' as const, reason: 'no exact version' }];
    const collectors = [{ id: 'ai-clients', target: '.mcp.json', outcome: 'scanned' as const, components: 1, issues: 0 }];
    const over = { inventory: { ...estate([loose], loose.ref), collectors }, matched: { ...noMatches(), unmatched } };
    expect(line([], {}, over)).toBe('0 no gate matched — no findings; 1 component without an exact version, not judged: .mcp.json');
  });

  it('says what a policy rule means', () => {
    const rule = {
      id: 'no-lodash',
      description: 'Lodash is retired.',
      action: 'fail' as const,
      target: 'package' as const,
      when: { name: 'lodash' },
    };
    expect(line([], { policy: { source: 'policy.yaml', rules: [rule] } })).toBe(
      `1 gate: policy — rule no-lodash (Lodash is retired) failed: ${lodash.ref}`,
    );
  });

  it('repeats a failed rule in no note unless its line left something out, and calls only a warning a warning', () => {
    const rule = (action: 'fail' | 'warn') => ({
      id: action,
      description: '',
      action,
      target: 'package' as const,
      when: { name: ['a', 'b', 'c', 'd'] },
    });
    const many = ['a', 'b', 'c', 'd'].map((name) => component(name, '1.0.0'));
    const notesOf = (components: typeof many, action: 'fail' | 'warn') =>
      judged([], { policy: { source: 'p', rules: [rule(action)] } }, { inventory: { ...estate(components, ''), components } }).notes;
    expect(notesOf(many.slice(0, 1), 'fail')).toEqual([]);
    expect(notesOf(many, 'fail')).toMatchObject([{ kind: 'policy_failure', text: expect.stringMatching(/^rule fail: .*d@1\.0\.0$/) }]);
    expect(notesOf(many.slice(0, 1), 'warn')).toMatchObject([{ kind: 'policy_warning' }]);
  });

  it('is incomplete without data for an ecosystem, and without KEV when KEV decides', () => {
    const unmatched = [{ component: lodash.ref, kind: 'no-data' as const, reason: 'the database holds no npm data' }];
    expect(line([], {}, { matched: { ...noMatches(), unmatched } })).toBe(
      '1 gate: incomplete — .: 1 component not looked up: the database holds no npm data',
    );
    expect(line([], { failOnKev: true }, { kevAvailable: false })).toMatch(/^1 gate: incomplete — --fail-on-kev needs the KEV catalogue/);
  });

  it('ends before all else on stale data or nothing to scan', () => {
    expect(line([critical], {}, { stale: 'npm is 40 d old, limit 14 d' })).toBe('3 gate: stale-db — npm is 40 d old, limit 14 d');
    expect(line([], {}, { noInput: 'found no lockfile in .' })).toBe('2 gate: no-input — found no lockfile in .');
    expect(line([], { allowEmpty: true }, { noInput: 'found no lockfile in .' })).toBe(
      '0 empty — nothing to scan, as allowed (found no lockfile in .)',
    );
  });

  it('lists every gate that matched, worst first', () => {
    const policy = {
      source: 'p.yaml',
      rules: [{ id: 'no-lodash', description: '', action: 'fail' as const, target: 'package' as const, when: { name: ['lodash'] } }],
    };
    const gates = judged([malicious, { ...critical, kev: 'listed' }], { failOnKev: true, failIfAiRisk: true, policy }).verdict.gates;
    expect(gates.map((match) => match.gate)).toEqual(['malicious', 'policy', 'kev', 'ai-risk', 'severity']);
  });

  it('prints warning tiers without failing', () => {
    const { verdict } = judged([high, unknown], { warnOn: 'high' });
    expect(verdict.exit_code).toBe(0);
    expect(verdict.warnings).toEqual(['warning tier high: 1 finding', 'unknown severity: 1 finding nobody has scored']);
  });
});

describe('model policy', () => {
  const model = { ref: 'model:a', path: 'a.pkl', format: 'pickle', verdict: 'unsafe' as const, signature: 'missing' as const };
  const inventory = { ...estate([lodash], lodash.ref), models: [model] };

  it('fails only when enforced', () => {
    expect(line([], { modelPolicyMode: 'enforce', blockUnsafeModelFormats: true }, { inventory })).toBe(
      '1 gate: model-policy — a.pkl (pickle) is unsafe',
    );
    expect(line([], { modelPolicyMode: 'enforce', requireModelSignatures: true, exitZero: true }, { inventory })).toBe(
      '1 gate: model-policy — a.pkl has no signature',
    );
    expect(judged([], { modelPolicyMode: 'warn' }, { inventory }).verdict).toMatchObject({
      exit_code: 0,
      warnings: ['model policy: a.pkl (pickle) is unsafe', 'model policy: a.pkl has no signature'],
    });
  });
});

describe('posture', () => {
  it.each<[string, Finding[], string]>([
    ['nothing', [], 'A'],
    ['highs', [high], 'C'],
    ['a critical nobody can reach or fix', [{ ...critical, fixed_version: undefined } as unknown as Finding], 'F'],
    ['a fixable critical', [critical], 'F'],
    ['malice', [malicious], 'F'],
    ['a critical of a skill', [finding('EXF-02', { kind: 'skill', rule: 'EXF-02', subject: 'skill:x', severity: 'critical' })], 'F'],
    ['a critical of a model', [finding('MDL-PKL-EXEC', { kind: 'model', subject: 'model:x', severity: 'critical' })], 'F'],
    [
      'a critical package that nothing fixes and no agent reaches',
      [finding('CVE-1', { component: 'pkg:npm/far@1.0.0', severity: 'critical' })],
      'D',
    ],
    ['a high of a skill', [finding('EXF-02', { kind: 'skill', subject: 'skill:x', severity: 'high' })], 'C'],
  ])('%s', (_, findings, grade) => {
    expect(judged(findings).posture.grade).toBe(grade);
  });
});
