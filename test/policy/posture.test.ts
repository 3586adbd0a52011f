import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import type { Severity } from '../../src/model/severity.js';
import type { Gate, Verdict } from '../../src/model/verdict.js';
import { gradeOf, gradePosture, whyFailing } from '../../src/policy/posture.js';
import { finding } from '../support/estates.js';

type Judged = Pick<Verdict, 'outcome' | 'gates'> & { unjudged?: readonly string[] };

const verdict = (outcome: Verdict['outcome'], ...gates: Gate[]): Judged => ({
  outcome,
  gates: gates.map((gate) => ({ gate, reason: gate, findings: [] })),
});
const clean = verdict('clean');
const many = (severity: Severity, count: number, over: Partial<Finding> = {}) =>
  Array.from({ length: count }, (_, index) => finding(`CVE-${index}`, { component: 'pkg:npm/far@1.0.0', severity, ...over }));
const said = (findings: readonly Finding[], judged: Judged = clean, besides: readonly Finding[] = []) => {
  const { grade, reason } = gradePosture(findings, judged, besides);
  return `${grade}: ${reason}`;
};

describe('the grade of a scan', () => {
  it.each<[Finding[], string]>([
    [[], 'A: nothing above medium'],
    [many('medium', 4), 'A: nothing above medium'],
    [many('medium', 5), 'C: 5 medium'],
    [many('low', 50), 'A: nothing above medium'],
    [many('unknown', 50), 'A: nothing above medium'],
    [many('high', 1), 'C: 1 high'],
    [[...many('high', 2), ...many('medium', 9)], 'C: 2 high'],
    [many('critical', 2), 'D: 2 critical'],
    [[...many('critical', 1), ...many('high', 3)], 'D: 1 critical'],
    [many('critical', 1, { fixed_version: '2.0.0' }), 'F: CVE-0: critical, and it can be ended now or an agent is within its reach'],
    [many('low', 1, { kev: 'listed' }), 'F: CVE-0: known to be exploited'],
    [many('low', 1, { kev: 'not_checked' }), 'A: nothing above medium'],
    [many('low', 1, { kind: 'malicious' }), 'F: CVE-0: malicious'],
    [many('low', 1, { kind: 'malicious', kev: 'listed' }), 'F: CVE-0: malicious'],
  ])('of findings no. %# is %s', (findings, expected) => {
    expect(said(findings)).toBe(expected);
  });

  it('is an F for a critical only where an agent is within reach, not where a server alone is', () => {
    const radius = { servers: ['server:a'], agents: [], credentials: ['credential:c'], tools: [] };
    expect(said(many('critical', 1, { blast_radius: radius }))).toBe('D: 1 critical');
    expect(said(many('critical', 1, { blast_radius: { ...radius, agents: ['agent:a'] } }))).toMatch(/^F/);
  });

  it('names the first finding that fails', () => {
    expect(
      said([...many('high', 1), ...[finding('RULE', { kind: 'skill', severity: 'critical' }), finding('MAL', { kind: 'malicious' })]]),
    ).toMatch(/^F: RULE: critical/);
  });

  it.each<[string, Judged, Finding[], string]>([
    ['a policy rule that failed', verdict('blocked', 'policy'), [], 'D: a policy rule failed'],
    ['a model policy that failed', verdict('blocked', 'model-policy'), many('high', 1), 'D: a policy rule failed'],
    ['a critical beside a failed policy', verdict('blocked', 'policy'), many('critical', 1), 'D: 1 critical'],
    ['another gate that failed', verdict('blocked', 'severity'), many('high', 1), 'C: 1 high'],
    ['a scan that is incomplete', verdict('incomplete', 'incomplete'), many('high', 1), 'unknown: the scan is incomplete'],
    [
      'one that something else blocks besides',
      verdict('blocked', 'severity', 'incomplete'),
      many('critical', 1),
      'unknown: the scan is incomplete',
    ],
    [
      'an incomplete scan that earns an F',
      verdict('incomplete', 'incomplete'),
      many('low', 1, { kev: 'listed' }),
      'F: CVE-0: known to be exploited',
    ],
    ['a scan of nothing', verdict('empty'), [], 'unknown: nothing was scanned'],
    [
      'an A while something was not judged',
      { ...clean, unjudged: ['2 components not judged', 'more'] },
      [],
      'unknown: 2 components not judged',
    ],
    ['a C while something was not judged', { ...clean, unjudged: ['2 components not judged'] }, many('high', 1), 'C: 1 high'],
    ['an A with everything judged', { ...clean, unjudged: [] }, [], 'A: nothing above medium'],
  ])('takes account of %s', (_, judged, findings, expected) => {
    expect(said(findings, judged)).toBe(expected);
  });

  it('is not lowered by what is set aside, and its words do not deny it', () => {
    const suppressed = { by: 'ignore' as const, reason: 'tested' };
    const aside = [
      ...many('critical', 1, { suppressed, fixed_version: '2.0.0' }),
      ...many('high', 2, { suppressed }),
      ...many('medium', 9, { suppressed }),
    ];
    expect(said(aside)).toBe('A: nothing above medium but what is suppressed: 1 critical, 2 high');
    expect(said(many('medium', 9, { suppressed }))).toBe('A: nothing above medium');
    expect(said([], clean, many('high', 1))).toBe('A: nothing above medium but what is suppressed: 1 high');
    expect(said(many('high', 1, { suppressed }), clean, many('high', 2))).toBe('A: nothing above medium but what is suppressed: 3 high');
  });

  it('follows from counts alone, too', () => {
    expect(gradeOf({ bySeverity: { high: 3 } }, clean)).toEqual({ grade: 'C', reason: '3 high' });
    expect(gradeOf({ bySeverity: {}, failing: { id: 'MAL-1', because: 'malicious' } }, clean)).toEqual({
      grade: 'F',
      reason: 'MAL-1: malicious',
    });
    expect(gradeOf({ bySeverity: {}, setAside: { critical: 4 } }, clean).reason).toBe(
      'nothing above medium but what is suppressed: 4 critical',
    );
  });
});

describe('what fails by itself', () => {
  it.each<[Finding['kind'], Finding['kev'], Severity, boolean, string | undefined]>([
    ['malicious', 'not_listed', 'none', false, 'malicious'],
    ['malicious', 'listed', 'critical', true, 'malicious'],
    ['vulnerability', 'listed', 'low', false, 'kev'],
    ['vulnerability', 'not_listed', 'critical', true, 'critical'],
    ['vulnerability', 'not_listed', 'critical', false, undefined],
    ['vulnerability', 'not_listed', 'high', true, undefined],
    ['skill', 'not_listed', 'critical', false, 'critical'],
    ['mcp_config', 'not_listed', 'critical', false, 'critical'],
    ['model', 'not_listed', 'high', true, undefined],
  ])('%s, %s, %s, near: %s is %s', (kind, kev, severity, near, expected) => {
    expect(whyFailing({ kind, kev, severity }, near)).toBe(expected);
  });
});
