import { describe, expect, it } from 'vitest';
import * as rulesExplain from '../../src/cli/commands/rules-explain.js';
import * as rulesList from '../../src/cli/commands/rules-list.js';
import { ruleFamilies } from '../../src/detect/contract/rule.js';
import { ruleCatalogue } from '../../src/detect/rule-catalogue.js';
import { severities } from '../../src/model/severity.js';
import { runCommand } from '../support/run-command.js';

const rules = ruleCatalogue();

describe('the catalogue', () => {
  it('has each id once, in the order of families and ids', () => {
    const ids = rules.map((rule) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    const keys = rules.map((rule) => `${ruleFamilies.indexOf(rule.family)} ${rule.id}`);
    expect(keys).toEqual([...keys].sort());
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))('%s says why, what to do and where to read more', (_, rule) => {
    expect(rule.title.length).toBeGreaterThan(8);
    expect(rule.rationale).toMatch(/[.!?]$/);
    expect(rule.fix.length).toBeGreaterThan(10);
    expect(rule.references.length).toBeGreaterThan(0);
    expect(severities).toContain(rule.severity);
  });
});

describe('castellan rules', () => {
  it('lists every rule, and those of one family', async () => {
    const { out, code } = await runCommand(rulesList, []);
    expect(code).toBe(0);
    for (const rule of rules) expect(out).toContain(rule.id);
    const listed = JSON.parse((await runCommand(rulesList, [], { family: 'skills', format: ['json'] })).out);
    expect(listed.rules).toEqual(rules.filter((rule) => rule.family === 'skills'));
  });

  it('explains a rule in any case', async () => {
    const [rule] = rules;
    if (!rule) throw new Error('no rules');
    const { out } = await runCommand(rulesExplain, [rule.id.toLowerCase()]);
    expect(out.replace(/\s+/g, ' ')).toContain(rule.rationale.slice(0, 40));
    expect(JSON.parse((await runCommand(rulesExplain, [rule.id], { format: ['json'] })).out)).toMatchObject(rule);
  });

  it('explains a rule by a bad and a good example, and marks the line that a finding names', async () => {
    const { out } = await runCommand(rulesExplain, ['dockerfile-user-root']);
    expect(out).toMatch(/BAD {2}Dockerfile\n.*^ *> \S.*GOOD {2}Dockerfile\n/ms);
    const { examples } = JSON.parse((await runCommand(rulesExplain, ['dockerfile-user-root'], { format: ['json'] })).out);
    expect(examples.bad.text).not.toBe(examples.good.text);
  });

  it('suggests a known id, family or format for an unknown one', async () => {
    expect(await runCommand(rulesExplain, ['INJ-99'])).toMatchObject({ code: 2, err: expect.stringContaining('did you mean INJ-01') });
    expect(await runCommand(rulesExplain, ['CVE-2021-1'])).toMatchObject({ code: 2, err: expect.stringContaining('castellan explain') });
    expect(await runCommand(rulesList, [], { family: 'cats' })).toMatchObject({ code: 2, err: expect.stringContaining('mcp-config') });
    expect(await runCommand(rulesList, [], { format: ['sarif'] })).toMatchObject({ code: 2 });
  });
});
