import { describe, expect, it } from 'vitest';
import { findingKinds } from '../../../src/model/finding.js';
import { type Bearing, bearsOn, checksFor } from '../../../src/policy/compliance/bearing.js';
import { type Topic, topics } from '../../../src/policy/compliance/frameworks/topics.js';
import { frameworks } from '../../../src/policy/compliance/registry.js';
import { ruleMarks } from '../../../src/policy/compliance/rule-marks.js';

const marks = ruleMarks();
const controls = frameworks.flatMap((framework) => framework.controls.map((control) => ({ framework: framework.id, control })));
const rules: (Bearing & { name: string })[] = [...marks].map(([rule, { kind }]) => ({ name: rule, kind, rule, cwes: [] }));
const bare: (Bearing & { name: string })[] = findingKinds.map((kind) => ({ name: kind, kind, rule: null, cwes: [] }));

/** Those that bear on no control of these frameworks. */
function unmapped(subjects: readonly (Bearing & { name: string })[], ids: readonly string[]): string[] {
  const wanted = controls.filter(({ framework }) => ids.includes(framework));
  return subjects.filter((one) => !wanted.some(({ control }) => bearsOn(one, control, marks))).map(({ name }) => name);
}

const GENERAL = ['nist-ai-rmf', 'nist-csf', 'iso-27001', 'soc2', 'cis-controls', 'eu-ai-act'];
const OF_AI = ['owasp-llm', 'owasp-mcp', 'owasp-agentic', 'mitre-atlas'];

describe('compliance frameworks', () => {
  it('are ten, each with a version, its publisher and what it was compared with', () => {
    expect(frameworks.map(({ id }) => id)).toEqual([...OF_AI.slice(0, 3), ...GENERAL, 'mitre-atlas']);
    for (const { title, version, publisher, reference, confirmed_with } of frameworks)
      expect([title, version, publisher, confirmed_with, new URL(reference).protocol].every(Boolean)).toBe(true);
    expect(new Set(frameworks.map(({ reference }) => reference)).size).toBe(10);
  });

  it('have controls told apart, each with the evidence for it', () => {
    for (const { id, controls: own } of frameworks) {
      expect([id, new Set(own.map((control) => control.id)).size]).toEqual([id, own.length]);
      for (const { title, evidence, topics: ids } of own) {
        expect([title.length > 5, evidence.endsWith('.'), new Set(ids).size]).toEqual([true, true, ids.length]);
      }
    }
  });

  it('number controls as their publishers do', () => {
    const forms: Record<string, RegExp> = {
      'owasp-llm': /^LLM(0[1-9]|10)$/,
      'owasp-mcp': /^MCP(0[1-9]|10)$/,
      'owasp-agentic': /^ASI(0[1-9]|10)$/,
      'nist-ai-rmf': /^(GOVERN|MAP|MEASURE|MANAGE) [1-6]\.([1-9]|1[0-3])$/,
      'nist-csf': /^(GV|ID|PR|DE|RS|RC)\.[A-Z]{2}-(0[1-9]|1[01])$/,
      'iso-27001': /^A\.(5\.([1-9]|[12]\d|3[0-7])|6\.[1-8]|7\.([1-9]|1[0-4])|8\.([1-9]|[12]\d|3[0-4]))$/,
      soc2: /^(CC[1-9]\.[1-8]|A1\.[1-3])$/,
      'cis-controls': /^([1-9]|1[0-8])\.([1-9]|1[0-4])$/,
      'eu-ai-act': /^Art\. ([1-9]\d?|10\d|11[0-3])$/,
      'mitre-atlas': /^AML\.T0[01]\d{2}$/,
    };
    for (const { framework, control } of controls) expect(control.id).toMatch(forms[framework] ?? /never/);
    for (const id of OF_AI.slice(0, 3)) expect(controls.filter(({ framework }) => framework === id)).toHaveLength(10);
  });

  it('list controls in the order of their numbers', () => {
    const order = (id: string) => id.replace(/\d+/g, (digits) => digits.padStart(5, '0'));
    for (const { id, controls: own } of frameworks) {
      const functions = ['GOVERN', 'MAP', 'MEASURE', 'MANAGE', 'GV', 'ID', 'PR', 'DE', 'RS', 'CC', 'A1'];
      const place = (one: string) => `${functions.findIndex((name) => one.startsWith(name)) + 10}`;
      const keys = own.map((control) => (id === 'nist-csf' ? place(control.id) : `${place(control.id)} ${order(control.id)}`));
      expect([id, ...keys]).toEqual([id, ...[...keys].sort()]);
    }
  });

  it('judge every rule and every kind of finding by each framework that is about all of security', () => {
    for (const id of GENERAL) expect([id, ...unmapped([...rules, ...bare], [id])]).toEqual([id]);
  });

  it('judge every rule by some framework that is about AI, except those about infrastructure of any kind', () => {
    // Those of what runs AI that are no more than that: a network that is open, a disk without a key.
    const open = /^ai-(?:azure-ai-public|sagemaker-notebook-internet|sagemaker-unencrypted|vertex-public)$/;
    const isGeneral = (kind = '') => kind === 'iac' || kind === 'image';
    const general = (name: string) => (isGeneral(marks.get(name)?.kind) && !name.startsWith('ai-')) || open.test(name);
    expect(unmapped(rules, OF_AI).filter((name) => !general(name))).toEqual([]);
  });

  it('cover the reference of every rule that names a control of theirs', () => {
    const known = new Set(controls.flatMap(({ control: { tags = [] } }) => tags));
    const named = [...marks.values()]
      .flatMap(({ references }) => references)
      .filter((tag) => /^(?:OWASP (?:LLM|MCP|ASI)|MITRE ATLAS)/.test(tag));
    const missing = named.filter((tag) => !known.has(tag) && !known.has(tag.replace(/\.\d{3}$/, '')));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('let a control pass only by checks that there are, and fail by them', () => {
    const elsewhere = ['policy'];
    for (const { framework, control } of controls.filter((one) => one.control.passes)) {
      expect([framework, control.id, checksFor(control, marks).length > 0]).toEqual([framework, control.id, true]);
      // What only others look for cannot be known to be absent.
      const foreign = control.topics.filter((id) => kindsOf(id).some((kind) => elsewhere.includes(kind)));
      expect([framework, control.id, ...foreign]).toEqual([framework, control.id]);
    }
  });

  it('let findings reach every control that names a weakness', () => {
    for (const { framework, control } of controls.filter((one) => one.control.topics.length > 0)) {
      const reached = [...rules, ...bare].some((one) => bearsOn(one, control, marks));
      expect([framework, control.id, reached]).toEqual([framework, control.id, true]);
    }
  });

  it('do not hold model files against lists of what servers do', () => {
    const model = rules.filter(({ kind }) => kind === 'model');
    expect(unmapped(model, ['owasp-mcp'])).toHaveLength(model.length);
  });
});

describe('weaknesses that controls are about', () => {
  it('are each of some control, and name kinds and rules that there are', () => {
    const used = new Set<string>(controls.flatMap(({ control }) => control.topics));
    expect([...used].sort()).toEqual(Object.keys(topics).sort());
    for (const topic of Object.values<Topic>(topics)) {
      expect((topic.rules ?? []).filter((rule) => !marks.has(rule))).toEqual([]);
      expect((topic.kinds ?? []).filter((kind) => !findingKinds.includes(kind))).toEqual([]);
    }
  });

  it('name no weakness or reference that no rule has', () => {
    const known = new Set([...marks.values()].flatMap(({ references }) => references));
    for (const [id, { cwes = [], tags = [] }] of Object.entries<Topic>(topics))
      expect([id, ...[...cwes, ...tags].filter((one) => !known.has(one))]).toEqual([id]);
  });
});

function kindsOf(id: keyof typeof topics): readonly string[] {
  const topic: Topic = topics[id];
  return topic.kinds ?? [];
}
