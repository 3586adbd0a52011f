import { describe, expect, it } from 'vitest';
import { type Assessed, assess, type FindingGroup } from '../../src/policy/compliance/assess.js';
import { frameworks } from '../../src/policy/compliance/registry.js';
import { complianceCsv, complianceMarkdown } from '../../src/policy/compliance/render.js';
import { ruleTags } from '../../src/policy/compliance/rule-tags.js';
import { topics } from '../../src/policy/compliance/topics.js';

const NONE = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
const nothing: Assessed = { groups: [], inspected: [], tags: ruleTags() };

function group(more: Partial<FindingGroup>): FindingGroup {
  const example = { finding_id: 'fnd_1', id: '=cmd|1', severity: 'high' as const, source_id: 'src_1' };
  return { kind: 'vulnerability', rule: null, cwes: [], count: 1, by_severity: { ...NONE, high: 1 }, examples: [example], ...more };
}

const seen = (kind: 'vulnerability' | 'skill' | 'mcp_config') => ({
  kind,
  count: 3,
  sources: ['src_1'],
  last_seen: '2026-01-01T00:00:00.000Z',
});

function statusOf(framework: string, control: string, assessed: Partial<Assessed>): string | undefined {
  const found = frameworks.find(({ id }) => id === framework);
  if (!found) throw new Error(framework);
  return assess(found, { ...nothing, ...assessed }).controls.find((one) => one.control_id === control)?.status;
}

describe('compliance', () => {
  it('has ten frameworks with controls told apart, each with the evidence for it', () => {
    expect(frameworks).toHaveLength(10);
    for (const { controls } of frameworks) {
      expect(new Set(controls.map(({ id }) => id)).size).toBe(controls.length);
      for (const { title, evidence } of controls) expect([title.length > 5, evidence.length > 10]).toEqual([true, true]);
    }
  });

  it('passes nothing where nothing was looked at', () => {
    for (const framework of frameworks) expect(assess(framework, nothing).summary).toMatchObject({ pass: 0, fail: 0 });
    const empty = [{ ...seen('vulnerability'), count: 0 }];
    expect(statusOf('nist-csf', 'ID.RA-01', { inspected: empty })).toBe('not_assessed');
  });

  it('passes a control only by a check that could have failed it', () => {
    expect(statusOf('nist-csf', 'ID.RA-01', { inspected: [seen('vulnerability')] })).toBe('pass');
    expect(statusOf('nist-csf', 'ID.RA-01', { inspected: [seen('skill')] })).toBe('not_assessed');
    expect(statusOf('nist-csf', 'RS.MI-01', { inspected: [seen('skill'), seen('vulnerability'), seen('mcp_config')] })).toBe(
      'not_assessed',
    );
  });

  it('fails a control by kind, by weakness, and by the references of a rule', () => {
    expect(statusOf('cis-controls', '7.1', { groups: [group({})] })).toBe('fail');
    expect(statusOf('iso-27001', 'A.8.24', { groups: [group({ kind: 'mcp_config', cwes: ['CWE-319'] })] })).toBe('fail');
    expect(statusOf('owasp-llm', 'LLM01', { groups: [group({ kind: 'tool', rule: 'TOL-01' })] })).toBe('fail');
    expect(statusOf('mitre-atlas', 'AML.T0051', { groups: [group({ kind: 'tool', rule: 'TOL-01' })] })).toBe('fail');
    expect(statusOf('owasp-llm', 'LLM01', { groups: [group({ kind: 'tool', rule: 'no-such-rule' })] })).toBe('not_assessed');
  });

  it('does not take the weaknesses of other people’s code for weaknesses of the configuration', () => {
    expect(statusOf('iso-27001', 'A.8.24', { groups: [group({ cwes: ['CWE-319'] })] })).toBe('not_assessed');
  });

  it('speaks of every weakness it knows in some control, and has a check for each', () => {
    const used = new Set(frameworks.flatMap(({ controls }) => controls.flatMap((control) => control.topics)));
    expect([...used].sort()).toEqual(Object.keys(topics).sort());
    for (const { checks } of Object.values(topics)) expect(checks.length).toBeGreaterThan(0);
  });

  it('covers the reference of every rule that names a control of its frameworks', () => {
    const known = new Set(frameworks.flatMap(({ controls }) => controls.flatMap(({ tags = [] }) => tags)));
    const named = [...ruleTags().values()].flat().filter((tag) => /^(?:OWASP (?:LLM|MCP|ASI)|MITRE ATLAS)/.test(tag));
    const missing = named.filter((tag) => !known.has(tag) && !known.has(tag.replace(/\.\d+$/, '')));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('writes pages and sheets that nothing in them can break', () => {
    const [owasp] = frameworks;
    if (!owasp) throw new Error('none');
    const result = assess(owasp, {
      ...nothing,
      groups: [group({ kind: 'tool', rule: 'TOL-01', examples: [{ finding_id: 'f|1', id: '=1+1', severity: 'low', source_id: 's' }] })],
    });
    expect(complianceMarkdown(result)).toContain('f\\|1');
    const lines = complianceCsv(result).split('\r\n');
    expect(lines).toHaveLength(owasp.controls.length + 2);
    expect(lines[1]).toContain(`"'=1+1 (f|1)"`);
  });
});
