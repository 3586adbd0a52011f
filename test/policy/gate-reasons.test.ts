import { describe, expect, it } from 'vitest';
import { attachBlastRadius } from '../../src/graph/blast-radius.js';
import { buildGraph } from '../../src/graph/build.js';
import type { Finding } from '../../src/model/finding.js';
import type { Inventory } from '../../src/model/inventory.js';
import type { GateOptions } from '../../src/model/request.js';
import { aiRisks } from '../../src/policy/ai-risk.js';
import { exceptionFor } from '../../src/policy/exceptions.js';
import { type GateInput, matchGates, silencedGates, warned } from '../../src/policy/gates.js';
import { applyPolicy, type JudgeInput, rejudge } from '../../src/policy/judge.js';
import { lastLine } from '../../src/policy/last-line.js';
import { modelProblems } from '../../src/policy/model-policy.js';
import { countReport } from '../../src/scan/counts.js';
import { component, defaultGates, estate, finding, noMatches } from '../support/estates.js';

const NOW = Date.parse('2026-01-10T12:00:00Z');
const lodash = component('lodash', '4.17.20');
const at = (id: string, over: Partial<Finding> = {}) => finding(id, { component: lodash.ref, fingerprint: id, ...over });

function gatesOf(over: Partial<GateInput>, options: Partial<GateOptions> = {}): string[] {
  const input: GateInput = {
    findings: [],
    components: new Map([[lodash.ref, lodash]]),
    gates: defaultGates(options),
    incomplete: [],
    policyHits: [],
    modelProblems: [],
    aiRisks: [],
    ...over,
  };
  return matchGates(input).map(({ gate, reason, findings }) => `${gate}: ${reason} [${findings.join(' ')}]`);
}

const rule = (id: string, action: 'fail' | 'warn', description = '') => ({ id, description, action, target: 'finding' as const, when: {} });
const hit = (id: string, action: 'fail' | 'warn', subjects: string[], findings: string[] = []) => ({
  rule: rule(id, action),
  subjects,
  findings,
});

describe('the reason of a gate', () => {
  const low = { severity: 'low' as const };
  it.each<[string, Partial<GateInput>, Partial<GateOptions>, string[]]>([
    ['one malicious package', { findings: [at('M', { kind: 'malicious' })] }, {}, ['malicious: M in lodash@4.17.20 is malicious [M]']],
    [
      'several, by fingerprint',
      { findings: [at('N', { kind: 'malicious' }), at('M', { kind: 'malicious' })] },
      {},
      ['malicious: N in lodash@4.17.20, +1 more are malicious [M N]'],
    ],
    ['what was not seen', { incomplete: ['a broke'] }, {}, ['incomplete: a broke []']],
    ['more that was not seen', { incomplete: ['a broke', 'b broke', 'c broke'] }, {}, ['incomplete: a broke, +2 more []']],
    ['versions that are open', { unresolved: '2 components' }, { failOnUnresolved: true }, ['unresolved: 2 components []']],
    ['versions that may be open', { unresolved: '2 components' }, {}, []],
    ['no versions open', {}, { failOnUnresolved: true }, []],
    ['a rule that warns', { policyHits: [hit('r', 'warn', ['a'])] }, {}, []],
    [
      'a rule that fails',
      { policyHits: [hit('w', 'warn', ['z']), hit('r', 'fail', ['a', 'b'], ['f2', 'f1'])] },
      {},
      ['policy: rule r failed: a, b [f1 f2]'],
    ],
    [
      'two rules that fail',
      { policyHits: [hit('r', 'fail', ['a', 'b', 'c', 'd'], ['f2']), hit('s', 'fail', ['e'], ['f1']), hit('t', 'fail', ['e'])] },
      {},
      ['policy: rule r failed: a, b, c, +1 more; +2 more rules [f1 f2]'],
    ],
    [
      'models',
      { modelProblems: ['a is unsafe', 'b is unsafe'] },
      { modelPolicyMode: 'enforce' },
      ['model-policy: a is unsafe, +1 more []'],
    ],
    ['models that are only warned of', { modelProblems: ['a is unsafe'] }, { modelPolicyMode: 'warn' }, []],
    ['what is exploited, unless nobody asked', { findings: [at('K', { ...low, kev: 'listed' })] }, {}, []],
    [
      'what is exploited',
      { findings: [at('A', low), at('K', { ...low, kev: 'listed' })] },
      { failOnKev: true },
      ['kev: K low in lodash@4.17.20 known to be exploited [K]'],
    ],
    ['nothing exploited', { findings: [at('A', low)] }, { failOnKev: true }, []],
    ['risks of AI, unless nobody asked', { aiRisks: [{ finding: at('A'), path: 'A → b' }] }, {}, []],
    ['a risk of AI', { aiRisks: [{ finding: at('A'), path: 'A → b' }] }, { failIfAiRisk: true }, ['ai-risk: A: A → b [A]']],
    [
      'risks of AI',
      { aiRisks: ['C', 'A', 'B'].map((id) => ({ finding: at(id), path: 'x' })) },
      { failIfAiRisk: true },
      ['ai-risk: C: x, +2 more [A B C]'],
    ],
    [
      'any severity',
      { findings: [at('A', { severity: 'none' })] },
      { failOnSeverity: 'any' },
      ['severity: A none in lodash@4.17.20; any finding counts [A]'],
    ],
    ['low confidence', { findings: [at('A', { severity: 'critical', confidence: 'low' })] }, {}, []],
    [
      'medium confidence',
      { findings: [at('A', { severity: 'critical', confidence: 'medium' })] },
      {},
      ['severity: A critical in lodash@4.17.20; the threshold is critical [A]'],
    ],
    ['nothing that a version fixes', { findings: [at('A', { severity: 'critical' })] }, { fixableOnly: true }, []],
    [
      'what a version fixes',
      { findings: [at('A', { severity: 'critical' }), at('B', { severity: 'critical', fixed_version: '5' })] },
      { fixableOnly: true },
      ['severity: B critical in lodash@4.17.20; the threshold is critical [B]'],
    ],
    [
      'a file in place of a package',
      { findings: [finding('R', { fingerprint: 'R', severity: 'critical', locations: [{ path: '.mcp.json' }] })] },
      {},
      ['severity: R critical in .mcp.json; the threshold is critical [R]'],
    ],
    [
      'neither file nor package',
      { findings: [finding('R', { fingerprint: 'R', severity: 'critical' })] },
      {},
      ['severity: R critical; the threshold is critical [R]'],
    ],
    [
      'several of one severity',
      { findings: [at('B', { severity: 'critical' }), at('A', { severity: 'critical' })] },
      {},
      ['severity: B critical in lodash@4.17.20, +1 more; the threshold is critical [A B]'],
    ],
  ])('is about %s', (_, over, options, expected) => {
    expect(gatesOf(over, options)).toEqual(expected);
  });

  it('writes versions as their users do', () => {
    const named = (over: Parameters<typeof component>[2], version = '1.0.0') => {
      const other = component('x', version, over);
      return gatesOf({
        findings: [finding('A', { component: other.ref, severity: 'critical' })],
        components: new Map([[other.ref, other]]),
      })[0];
    };
    expect(named({ ecosystem: 'Go' })).toContain(' in x@v1.0.0;');
    expect(named({ ecosystem: 'Go', name: 'stdlib' })).toContain(' in stdlib@1.0.0;');
    expect(named({ ecosystem: 'Go' }, 'v1.0.0')).toContain(' in x@v1.0.0;');
    expect(named({ version: null })).toContain(' in x@?;');
  });

  it('is told of a silenced gate only where --exit-zero silences it', () => {
    const input = { findings: [at('A', { severity: 'critical' })], components: new Map([[lodash.ref, lodash]]), aiRisks: [] };
    expect(silencedGates({ ...input, gates: defaultGates() })).toEqual([]);
    expect(silencedGates({ ...input, gates: defaultGates({ exitZero: true }) }).map(({ gate }) => gate)).toEqual(['severity']);
  });

  it('warns of malice and of all that reaches the tier', () => {
    const findings = [
      at('M', { kind: 'malicious', severity: 'unknown' }),
      at('H', { severity: 'high' }),
      at('L', { severity: 'low' }),
      at('U', { severity: 'unknown' }),
    ];
    expect(warned(findings, 'high').map(({ id }) => id)).toEqual(['M', 'H']);
    expect(warned(findings, 'any').map(({ id }) => id)).toEqual(['M', 'H', 'L']);
  });
});

function judged(over: Partial<JudgeInput>, options: Partial<GateOptions> = {}) {
  const inventory = over.inventory ?? estate([lodash], lodash.ref);
  const findings = over.findings ?? [];
  const graph = buildGraph(inventory, findings);
  return applyPolicy({
    matched: noMatches(),
    graph,
    gates: defaultGates(options),
    now: NOW,
    matchedAtAll: true,
    kevAvailable: true,
    ...over,
    inventory,
    findings: attachBlastRadius(graph, findings),
  });
}

describe('a scan that its filters emptied', () => {
  const emptied = { reason: 'all 3 components were left out', wholly: true };
  it('is no good news, unless that is allowed', () => {
    expect(judged({ emptied }).verdict).toMatchObject({
      outcome: 'empty',
      exit_code: 2,
      gate: 'empty-after-filter',
      reasons: [emptied.reason],
    });
    expect(judged({ emptied }, { allowEmpty: true }).verdict).toMatchObject({
      outcome: 'empty',
      exit_code: 0,
      gate: null,
      gates: [],
      reasons: [emptied.reason],
    });
    expect(judged({ emptied: { ...emptied, wholly: false } }, { allowEmpty: true }).verdict).toMatchObject({
      outcome: 'clean',
      exit_code: 0,
    });
  });

  it('still fails by what was found beside the components', () => {
    const findings = [finding('R', { kind: 'mcp_config', severity: 'critical', subject: 'server:files' })];
    expect(judged({ emptied, findings }).verdict).toMatchObject({ outcome: 'blocked', exit_code: 1, gate: 'severity' });
  });
});

describe('what a verdict says beside its gates', () => {
  const critical = at('A', { severity: 'critical' });
  const ignored = { ignores: [{ id: 'A', reason: 'tested', expires: '2026-02-01', source: 'c:1' }] };

  it('counts what was set aside and names what was left out', () => {
    const result = judged({ findings: [critical], leftOut: ['2 development dependencies left out'] }, ignored);
    expect(result.verdict).toMatchObject({
      outcome: 'clean',
      exit_code: 0,
      gate: null,
      reasons: ['1 suppressed by ignore', '2 development dependencies left out'],
    });
    expect(lastLine(result.verdict, countReport(estate([lodash], lodash.ref), result.findings, 0))).toBe(
      'clean — 1 component, no findings, 1 suppressed by ignore; 2 development dependencies left out',
    );
    const mixed = judged({ findings: [critical, at('B', { severity: 'low' })] }, ignored);
    expect(lastLine(mixed.verdict, countReport(estate([lodash], lodash.ref), mixed.findings, 0))).toBe(
      'no gate matched — 1 finding below the threshold, 1 suppressed by ignore',
    );
  });

  it('leaves findings that are set aside out of every gate', () => {
    const { verdict, findings } = judged(
      { findings: [at('A', { severity: 'critical', kev: 'listed' })] },
      { ...ignored, failOnKev: true, failIfAiRisk: true },
    );
    expect(verdict.gates).toEqual([]);
    expect(findings[0]?.suppressed).toMatchObject({ by: 'ignore' });
  });

  it('ends an old database with 3 and an empty folder with 2, each with its reason', () => {
    expect(judged({ stale: 'npm is 40 d old' }).verdict).toMatchObject({
      outcome: 'incomplete',
      exit_code: 3,
      gate: 'stale-db',
      reasons: ['npm is 40 d old'],
    });
    expect(judged({ noInput: 'no lockfile' }).verdict).toMatchObject({
      outcome: 'empty',
      exit_code: 2,
      gate: 'no-input',
      reasons: ['no lockfile'],
    });
    expect(judged({ noInput: 'no lockfile' }, { allowEmpty: true }).verdict).toMatchObject({ outcome: 'empty', exit_code: 0, gate: null });
  });

  it('warns by rule, of models and of what nobody scored, as far as it was asked to', () => {
    const policy = {
      source: 'p',
      rules: [
        { id: 'old', description: '', action: 'warn' as const, target: 'package' as const, when: { name: ['lodash'] } },
        { id: 'no', description: '', action: 'fail' as const, target: 'package' as const, when: { name: ['lodash'] } },
      ],
    };
    const findings = [at('A', { severity: 'unknown' }), at('B', { severity: 'low' }), at('C', { severity: 'none' })];
    const warnings = (options: Partial<GateOptions>) => judged({ findings }, options).verdict.warnings;
    expect(warnings({ policy })).toEqual(['unknown severity: 1 finding nobody has scored', 'policy warning old: 1 matched']);
    expect(warnings({ unknownSeverity: 'ignore' })).toEqual([]);
    expect(warnings({ unknownSeverity: 'ignore', warnOn: 'low' })).toEqual(['warning tier low: 1 finding']);
    expect(warnings({ unknownSeverity: 'ignore', modelPolicyMode: 'enforce' })).toEqual([]);
    expect(warnings({ unknownSeverity: 'ignore', modelPolicyMode: 'warn' })).toEqual([
      'model policy: signatures are required, and no model was found to verify',
    ]);
  });

  it('is judged again over findings as they stand by now', () => {
    const again = (findings: Finding[], setAside: Finding[] = [], incomplete: string[] = [], unjudged: string[] = []) => {
      const { verdict, posture } = rejudge({
        findings,
        setAside,
        components: new Map([[lodash.ref, lodash]]),
        gates: defaultGates(),
        incomplete,
        unjudged,
      });
      return `${verdict.outcome} ${verdict.exit_code} ${verdict.gate} ${verdict.reasons.join('; ')} | ${posture.grade}: ${posture.reason}`;
    };
    expect(again([])).toBe('clean 0 null  | A: nothing above medium');
    expect(again([critical])).toBe('blocked 1 severity A critical in lodash@4.17.20; the threshold is critical | D: 1 critical');
    expect(again([], [critical])).toBe('clean 0 null  | A: nothing above medium but what is suppressed: 1 critical');
    expect(again([], [], ['a broke'])).toBe('incomplete 1 incomplete a broke | unknown: the scan is incomplete');
    expect(again([], [], [], ['2 not judged'])).toBe('findings 0 null 2 not judged | unknown: 2 not judged');
  });
});

describe('a risk of AI', () => {
  const inventory = (over: Partial<Inventory> = {}, of = lodash): Inventory => ({ ...estate([of], of.ref), ...over });
  const walks = (of: Inventory, over: Partial<Finding> = {}, ref = lodash.ref) => {
    const one = finding('A', { component: ref, fingerprint: 'A', ...over });
    const graph = buildGraph(of, [one]);
    return aiRisks(of, attachBlastRadius(graph, [one]), graph).map(({ path }) => path);
  };
  const tool = (...capabilities: ('read' | 'write' | 'network' | 'execute')[]) => [
    { ref: 'tool:files/t', server: 'server:files', name: 't', capabilities, hash: 'h' },
  ];

  it.each(['execute', 'write', 'network'] as const)('is a package in a server that holds a credential and whose tool can %s', (power) => {
    expect(walks(inventory({ tools: tool('read', power) }))).toEqual(['A → lodash@4.17.20 → files → API_TOKEN']);
  });

  it('is any AI package beside a credential, also where no tool acts', () => {
    const ai = component('langchain', '0.1.0');
    expect(walks(inventory({ tools: tool('read') }, ai), {}, ai.ref)).toHaveLength(1);
    expect(walks(inventory({ tools: tool('read') }))).toEqual([]);
    expect(walks(inventory({ tools: [] }))).toEqual([]);
  });

  it('is one where one tool of several acts', () => {
    const tools = [
      ...tool('read'),
      { ref: 'tool:files/u', server: 'server:files', name: 'u', capabilities: ['write' as const], hash: 'h' },
    ];
    expect(walks(inventory({ tools }))).toHaveLength(1);
  });

  it('is none without a credential, nor of a rule about configuration', () => {
    expect(walks(inventory({ credentials: [] }))).toEqual([]);
    expect(walks(inventory(), { kind: 'mcp_config' })).toEqual([]);
    expect(walks(inventory(), { kind: 'malicious' })).toHaveLength(1);
  });
});

describe('what the model gates object to', () => {
  const model = (
    verdict: 'safe' | 'suspicious' | 'unsafe' | 'unknown',
    signature: 'verified' | 'invalid' | 'present' | 'missing' | 'not_checked',
  ) => ({ ref: 'm', path: 'm.bin', format: 'pickle', verdict, signature });
  const problems = (models: ReturnType<typeof model>[], options: Partial<GateOptions>) =>
    modelProblems({ ...estate([], ''), models }, defaultGates({ modelPolicyMode: 'warn', ...options }));
  const unsigned = { requireModelSignatures: true };
  const formats = { blockUnsafeModelFormats: true };

  it.each<[ReturnType<typeof model>[], Partial<GateOptions>, string[]]>([
    [[model('unsafe', 'missing')], { modelPolicyMode: 'off' }, []],
    [[model('unsafe', 'missing')], formats, ['m.bin (pickle) is unsafe']],
    [[model('unsafe', 'missing')], unsigned, ['m.bin has no signature']],
    [[model('unsafe', 'missing')], {}, ['m.bin (pickle) is unsafe', 'm.bin has no signature']],
    [[model('suspicious', 'verified')], {}, ['m.bin (pickle) is suspicious']],
    [[model('unknown', 'verified')], {}, ['m.bin (pickle) is of unknown safety']],
    [[model('safe', 'verified')], {}, []],
    [[model('safe', 'invalid')], {}, ['m.bin has a signature that does not verify']],
    [[model('safe', 'present')], {}, ['m.bin has a signature nobody verified']],
    [[model('safe', 'not_checked')], {}, ['m.bin was not checked for a signature']],
    [[], unsigned, ['signatures are required, and no model was found to verify']],
    [[], formats, []],
    [[], {}, ['signatures are required, and no model was found to verify']],
  ])('no. %#', (models, options, expected) => {
    expect(problems(models, options)).toEqual(expected);
  });
});

describe('exceptions that were agreed', () => {
  const one = { ...at('CVE-1'), sources: ['src_1'] };
  const agreed = (id: string, over = {}) => ({ id, problem: 'CVE-1', expires: '2026-01-20T12:00:00Z', ...over });

  it('speak in the order in which they were given, the first in force', () => {
    const ended = agreed('ended', { expires: '2026-01-10T12:00:00.000Z' });
    expect(exceptionFor(one, [ended, agreed('a', { source: 'src_1' }), agreed('b')], NOW)?.id).toBe('a');
    expect(exceptionFor(one, [ended], NOW)).toBeUndefined();
    expect(exceptionFor(one, [ended], NOW - 1)?.id).toBe('ended');
  });

  it('hold for a malicious package up to thirty days to the millisecond', () => {
    const malicious = { ...one, kind: 'malicious' as const };
    const month = agreed('month', { purl: 'pkg:npm/lodash', expires: '2026-02-09T12:00:00Z' });
    expect(exceptionFor(malicious, [month], NOW)?.id).toBe('month');
    expect(exceptionFor(malicious, [month], NOW - 1)).toBeUndefined();
  });

  it('hold for one finding by its fingerprint', () => {
    expect(exceptionFor(one, [agreed('this', { fingerprint: 'CVE-1' })], NOW)?.id).toBe('this');
    expect(exceptionFor(one, [agreed('other', { fingerprint: 'CVE-2' })], NOW)).toBeUndefined();
  });
});
