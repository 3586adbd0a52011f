import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Assessed, assess, type ControlResult, type Inspected, type WeaknessGroup } from '../../../src/policy/compliance/assess.js';
import { type CheckedKind, checkedKinds, checksFor } from '../../../src/policy/compliance/bearing.js';
import { frameworks } from '../../../src/policy/compliance/registry.js';
import { complianceCsv, complianceMarkdown } from '../../../src/policy/compliance/render.js';
import { ruleMarks } from '../../../src/policy/compliance/rule-marks.js';

const NONE = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
const nothing: Assessed = { groups: [], inspected: [], not_inspected: [], marks: ruleMarks() };

function group(more: Partial<WeaknessGroup>): WeaknessGroup {
  const example = { finding_id: 'fnd_1', id: '=cmd|1', severity: 'high' as const, source_id: 'src_1' };
  const one = { count: 1, excepted: 0, by_severity: { ...NONE, high: 1 }, examples: [example] };
  return { kind: 'vulnerability', rule: null, cwes: [], ...one, ...more };
}

function seen(kind: CheckedKind, count = 3): Inspected {
  return { kind, count, sources: ['src_1'], last_seen: '2026-01-01T00:00:00.000Z' };
}

const everything = checkedKinds.map((kind) => seen(kind));

function control(framework: string, id: string, assessed: Partial<Assessed>): ControlResult {
  const found = frameworks.find((one) => one.id === framework);
  const result = found && assess(found, { ...nothing, ...assessed }).controls.find((one) => one.control_id === id);
  if (!result) throw new Error(`${framework} ${id}`);
  return result;
}

const statusOf = (...of: Parameters<typeof control>) => control(...of).status;

describe('assessing compliance', () => {
  it('passes nothing where nothing was looked at', () => {
    for (const framework of frameworks)
      expect(assess(framework, nothing).summary).toEqual({ pass: 0, fail: 0, not_assessed: framework.controls.length });
    expect(control('nist-csf', 'ID.RA-01', {})).toMatchObject({
      reason: 'not all was looked at by checks of mcp_config, vulnerability',
      not_inspected: [
        { kind: 'vulnerability', why: 'no whole run has looked', sources: [] },
        { kind: 'mcp_config', why: 'no whole run has looked', sources: [] },
      ],
    });
  });

  it('passes a control only when every check that could have failed it has looked', () => {
    const without = (kind: CheckedKind) => everything.filter((one) => one.kind !== kind);
    expect(statusOf('owasp-llm', 'LLM03', { inspected: everything })).toBe('pass');
    for (const kind of ['vulnerability', 'malicious', 'suspicious_package', 'mcp_config', 'skill', 'model'] as const)
      expect(control('owasp-llm', 'LLM03', { inspected: without(kind) })).toMatchObject({
        status: 'not_assessed',
        not_inspected: [{ kind, why: 'no whole run has looked' }],
      });
    expect(statusOf('owasp-llm', 'LLM03', { inspected: without('tool') })).toBe('pass');
  });

  it('passes no control by a check that looked at a part', () => {
    const missing = { kind: 'mcp_config' as const, why: 'its newest run was not whole', sources: ['src_2'] };
    const result = control('owasp-mcp', 'MCP01', { inspected: everything, not_inspected: [missing] });
    expect(result).toMatchObject({ status: 'not_assessed', not_inspected: [missing] });
    expect(result.reason).toBe('not all was looked at by checks of mcp_config');
    expect(statusOf('nist-ai-rmf', 'MANAGE 3.2', { inspected: everything, not_inspected: [missing] })).toBe('pass');
  });

  it('takes nothing to look at for no pass, unless there was something else', () => {
    const empty = checkedKinds.map((kind) => seen(kind, 0));
    expect(control('nist-ai-rmf', 'MANAGE 3.2', { inspected: empty })).toMatchObject({
      status: 'not_assessed',
      reason: 'there is nothing that it is about',
    });
    const packages = empty.map((one) => (one.kind === 'vulnerability' ? seen('vulnerability') : one));
    expect(statusOf('owasp-llm', 'LLM03', { inspected: packages })).toBe('pass');
  });

  it('leaves to people what scans see in part, or not at all', () => {
    expect(control('cis-controls', '3.11', { inspected: everything })).toMatchObject({
      status: 'not_assessed',
      assessed_by: 'scans_in_part',
      reason: 'no open finding, but scans see only a part of what it asks for',
    });
    expect(control('nist-csf', 'RS.MI-01', { inspected: everything })).toMatchObject({
      status: 'not_assessed',
      assessed_by: 'people',
      reason: 'no scan can assess it',
    });
  });

  it('fails a control by kind, by rule, by weakness, and by the references of a rule', () => {
    expect(statusOf('cis-controls', '7.7', { groups: [group({})] })).toBe('fail');
    expect(statusOf('eu-ai-act', 'Art. 12', { groups: [group({ kind: 'skill', rule: 'DES-03' })] })).toBe('fail');
    expect(statusOf('iso-27001', 'A.8.24', { groups: [group({ kind: 'mcp_config', cwes: ['CWE-319'] })] })).toBe('fail');
    expect(statusOf('owasp-llm', 'LLM01', { groups: [group({ kind: 'tool', rule: 'TOL-01' })] })).toBe('fail');
    expect(statusOf('mitre-atlas', 'AML.T0051', { groups: [group({ kind: 'tool', rule: 'TOL-01' })] })).toBe('fail');
    expect(statusOf('owasp-llm', 'LLM01', { groups: [group({ kind: 'tool', rule: 'no-such-rule' })] })).toBe('not_assessed');
    expect(statusOf('nist-csf', 'GV.PO-01', { groups: [group({ kind: 'policy' })] })).toBe('fail');
  });

  it('names the findings that fail a control, those that count first', () => {
    const remark = { finding_id: 'fnd_0', id: 'a', severity: 'none' as const, source_id: 's' };
    const unscored = { finding_id: 'fnd_9', id: 'b', severity: 'unknown' as const, source_id: 's' };
    const groups = [
      group({ count: 1, by_severity: { ...NONE, none: 1 }, examples: [remark] }),
      group({ count: 1, by_severity: { ...NONE, unknown: 1 }, examples: [unscored] }),
    ];
    expect(control('cis-controls', '7.7', { groups })).toMatchObject({
      status: 'fail',
      reason: '1 open finding against it',
      findings: { count: 2, by_severity: { none: 1, unknown: 1 }, examples: [unscored, remark] },
    });
  });

  it('neither fails nor passes by a remark without severity', () => {
    const remark = group({ by_severity: { ...NONE, none: 1 }, examples: [] });
    expect(control('cis-controls', '7.7', { groups: [remark], inspected: everything })).toMatchObject({
      status: 'not_assessed',
      reason: '1 remark without severity, for a person to judge',
    });
  });

  it('passes over what is excepted, and says so', () => {
    const excepted = group({ count: 0, excepted: 2, by_severity: NONE, examples: [] });
    expect(control('cis-controls', '7.7', { groups: [excepted], inspected: everything })).toMatchObject({
      status: 'pass',
      reason: 'no open finding, 2 excepted; looked at by checks of vulnerability, mcp_config',
      findings: { count: 0, excepted: 2 },
    });
  });

  it('does not take the weaknesses of other people’s code for weaknesses of the configuration', () => {
    expect(statusOf('iso-27001', 'A.8.24', { groups: [group({ cwes: ['CWE-319'] })] })).toBe('not_assessed');
  });

  it('never passes a control for which a check is missing, whatever else was seen', () => {
    const pieces = fc.record({ kinds: fc.subarray([...checkedKinds]), gaps: fc.subarray([...checkedKinds]) });
    fc.assert(
      fc.property(pieces, fc.constantFrom(...frameworks), ({ kinds, gaps }, framework) => {
        const not_inspected = gaps.map((kind) => ({ kind, why: 'left out', sources: ['src_1'] }));
        const result = assess(framework, { ...nothing, inspected: kinds.map((kind) => seen(kind)), not_inspected });
        for (const [index, one] of framework.controls.entries()) {
          // What not everybody has counts only where somebody has it.
          const isOptional = (kind: CheckedKind) => ['cloud', 'iac', 'image'].includes(kind) && !kinds.includes(kind);
          const needed = checksFor(one, nothing.marks).filter((kind) => !isOptional(kind) || gaps.includes(kind));
          const whole = needed.length > 0 && needed.every((kind) => kinds.includes(kind) && !gaps.includes(kind));
          expect(result.controls[index]?.status).toBe(one.passes && whole ? 'pass' : 'not_assessed');
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('reports of compliance', () => {
  const [owasp] = frameworks;
  if (!owasp) throw new Error('none');
  const examples = [{ finding_id: 'f|1', id: '=1+1', severity: 'low' as const, source_id: 's' }];
  const groups = [group({ kind: 'tool', rule: 'TOL-01', examples })];

  it('writes pages and sheets that nothing in them can break', () => {
    const result = assess(owasp, { ...nothing, groups });
    const page = complianceMarkdown(result);
    expect(page).toContain('f\\|1');
    const rows = page.split('\n').filter((line) => line.startsWith('| '));
    expect(rows).toHaveLength(owasp.controls.length + 1);
    for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(10);
    const lines = complianceCsv(result).split('\r\n');
    expect(lines).toHaveLength(owasp.controls.length + 2);
    expect(lines[1]).toContain(`"'=1+1 (f|1)"`);
  });

  it('says who publishes what, and what was not looked at', () => {
    const not_inspected = [{ kind: 'tool' as const, why: 'its newest run was not whole', sources: ['a', 'b', 'c', 'd'] }];
    const result = assess(owasp, { ...nothing, inspected: everything, not_inspected });
    const page = complianceMarkdown(result);
    expect(page).toContain('Published by OWASP GenAI Security Project: https://genai.owasp.org/llm-top-10/');
    expect(page).toContain('tool: its newest run was not whole (a, b, c, +1 more)');
    expect(complianceCsv(result)).toContain('"tool: its newest run was not whole (a, b, c, +1 more)"');
  });

  it('shows ten findings of a control, the worst first, and counts the others', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      finding_id: `fnd_${41 - at}`,
      id: 'x',
      severity: 'low' as const,
      source_id: 's',
    }));
    const worst = { finding_id: 'fnd_99', id: 'y', severity: 'critical' as const, source_id: 's' };
    const all = group({ count: 13, by_severity: { ...NONE, low: 12, critical: 1 }, examples: [...many, worst] });
    const { findings } = control('cis-controls', '7.7', { groups: [all] });
    const shown = findings.examples.map(({ finding_id }) => finding_id);
    expect(shown).toEqual(['fnd_99', ...[30, 31, 32, 33, 34, 35, 36, 37, 38].map((number) => `fnd_${number}`)]);
    const cis = frameworks.find(({ id }) => id === 'cis-controls');
    expect(cis && complianceMarkdown(assess(cis, { ...nothing, groups: [all] }))).toContain(', +3 more');
  });

  it('counts what passes, fails and was not assessed', () => {
    for (const framework of frameworks) {
      const { summary, controls } = assess(framework, { ...nothing, groups: [group({})], inspected: everything });
      for (const status of ['pass', 'fail', 'not_assessed'] as const)
        expect(summary[status]).toBe(controls.filter((one) => one.status === status).length);
    }
  });

  it('says whose words the titles are, and names the columns of a sheet', () => {
    const of = (titles: 'official' | 'paraphrased') => {
      const framework = frameworks.find((one) => one.titles === titles);
      return framework && complianceMarkdown(assess(framework, nothing));
    };
    expect(of('official')).toContain('Titles are the publisher’s;');
    expect(of('paraphrased')).toContain('Titles are in our words;');
    const [head] = complianceCsv(assess(owasp, nothing)).split('\r\n');
    expect(head).toBe('"framework","version","control","title","status","assessed_by","reason","not_inspected","evidence","findings"');
    expect(complianceMarkdown(assess(owasp, nothing))).not.toContain('()');
  });
});
