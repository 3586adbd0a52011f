import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../src/policy/gateway/check-rules.js';
import { compile, decide, governs } from '../../../src/policy/gateway/decide.js';
import { DecisionBudget } from '../../../src/policy/gateway/decision-budget.js';
import type { GatewayCall, GatewayPolicy, GatewayRule } from '../../../src/policy/gateway/policy.js';
import { MemoryGauge } from '../../../src/policy/gateway/rate.js';

const policy = (rules: GatewayRule[], more: Partial<GatewayPolicy> = {}): GatewayPolicy => ({
  policy_id: 'pol_1',
  name: 'one',
  mode: 'enforce',
  default_effect: 'allow',
  bindings: [{ target_type: 'tenant', target_id: null, mode: 'enforce' }],
  ...more,
  rules,
});
const call = (tool: string, more: Partial<GatewayCall> = {}): GatewayCall => ({ tool, arguments: {}, ...more });
const deny: GatewayRule = { id: 'no-delete', effect: 'deny', when: { tools: ['delete_*'] }, reason: 'deleting is not allowed' };

describe('a gateway decision', () => {
  it('is deny before warn before allow', () => {
    const warn: GatewayRule = { id: 'careful', effect: 'warn', when: { tools: ['*'] } };
    const allow: GatewayRule = { id: 'fine', effect: 'allow' };
    const set = compile([policy([allow, warn, deny])]);
    const found = decide(set, call('delete_file'));
    expect(found).toMatchObject({ decision: 'deny', policy_id: 'pol_1', rule_id: 'no-delete', reason: 'deleting is not allowed' });
    expect(found.matched.map(({ rule_id }) => rule_id)).toEqual(['no-delete', 'careful', 'fine']);
    expect(decide(set, call('read_file'))).toMatchObject({ decision: 'warn', rule_id: 'careful' });
  });

  it('lets everything pass in audit mode and says what it would have done', () => {
    const found = decide(compile([policy([deny], { mode: 'audit' })]), call('delete_file'));
    expect(found).toMatchObject({ decision: 'allow', would_decide: 'deny', rule_id: 'no-delete', mode: 'audit' });
  });

  it('is allow, with words, where nothing applies or nothing matches', () => {
    expect(decide(compile([]), call('x'))).toMatchObject({ decision: 'allow', mode: 'off', policy_id: null, reason: 'no policy applies' });
    expect(decide(compile([policy([deny])]), call('x'))).toMatchObject({ decision: 'allow', mode: 'enforce', reason: 'no rule matched' });
    expect(decide(compile([policy([deny], { mode: 'off' })]), call('delete_file'))).toMatchObject({ decision: 'allow', mode: 'off' });
  });

  it('denies what no rule allows where the policy says so', () => {
    const set = compile([policy([{ id: 'reads', effect: 'allow', when: { tools: ['read_*'] } }], { default_effect: 'deny' })]);
    expect(decide(set, call('read_file')).decision).toBe('allow');
    expect(decide(set, call('write_file'))).toMatchObject({ decision: 'deny', rule_id: null, reason: 'no rule of one matched' });
  });

  it.each([
    ['source', { source: 'src_1' }],
    ['agent', { agent: 'src_1' }],
    ['agent_type', { agent_type: 'src_1' }],
    ['environment', { environment: 'src_1' }],
    ['upstream', { server: 'src_1' }],
  ] as const)('is made by policies bound to the %s only for it', (target_type, more) => {
    const set = compile([policy([deny], { bindings: [{ target_type, target_id: 'src_1', mode: 'enforce' }] })]);
    expect(decide(set, call('delete_x', more)).decision).toBe('deny');
    expect(decide(set, call('delete_x')).decision).toBe('allow');
    expect(governs(set, 'src_1')).toBe(target_type === 'upstream');
  });

  it('takes the strongest binding, but none stronger than the policy', () => {
    const bindings = (a: 'audit' | 'enforce', b: 'audit' | 'enforce'): GatewayPolicy['bindings'] => [
      { target_type: 'tenant', target_id: null, mode: a },
      { target_type: 'agent', target_id: 'bot', mode: b },
    ];
    const decided = (mode: 'audit' | 'enforce', a: 'audit' | 'enforce', b: 'audit' | 'enforce') =>
      decide(compile([policy([deny], { mode, bindings: bindings(a, b) })]), call('delete_x', { agent: 'bot' })).decision;
    expect(decided('enforce', 'audit', 'enforce')).toBe('deny');
    expect(decided('enforce', 'audit', 'audit')).toBe('allow');
    expect(decided('audit', 'enforce', 'enforce')).toBe('allow');
    expect(decide(compile([policy([deny], { bindings: [] })]), call('delete_x')).decision).toBe('allow');
  });

  it('sees through other spellings of a forbidden name, and not of an allowed one', () => {
    const set = compile([policy([deny])]);
    for (const name of ['Delete_File', 'ｄｅｌｅｔｅ_file', ' delete_file']) expect(decide(set, call(name)).decision).toBe('deny');
    const strict = compile([policy([{ id: 'a', effect: 'allow', when: { tools: ['read'] } }], { default_effect: 'deny' })]);
    expect(decide(strict, call('READ')).decision).toBe('deny');
  });

  it('can look at the class of a tool, its server, and secrets in arguments', () => {
    const rules: GatewayRule[] = [
      { id: 'class', effect: 'deny', when: { tool_classes: ['execute'] } },
      { id: 'server', effect: 'deny', when: { servers: ['shadow-*'] } },
      { id: 'secret', effect: 'deny', when: { secret_paths: ['**'] } },
    ];
    const set = compile([policy(rules)]);
    expect(decide(set, call('x', { tool_classes: ['execute'] })).rule_id).toBe('class');
    expect(decide(set, call('x', { server: 'shadow-it' })).rule_id).toBe('server');
    const key = `AKIA${'ABCDEFGHIJKLMNOP'}`;
    const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0iL3oR6'}`;
    for (const note of [`use ${key}`, `the key is ${key}`, `my example: ${key}`, token, `set it to ${token}`])
      expect(decide(set, call('x', { arguments: { deep: [{ note }] } })).rule_id, note).toBe('secret');
    expect(decide(set, call('x', { arguments: { note: 'nothing' } })).decision).toBe('allow');
  });

  it('counts calls of each agent against a rate', () => {
    let now = 0;
    const gauge = new MemoryGauge(() => now);
    const set = compile([policy([{ id: 'slow', effect: 'deny', rate: { calls: 2, per_seconds: 60 } }])]);
    const ask = (agent: string) => decide(set, call('x', { agent }), gauge).decision;
    expect([ask('a'), ask('a'), ask('a'), ask('b')]).toEqual(['allow', 'allow', 'deny', 'allow']);
    now += 30_000;
    expect([ask('a'), ask('a')]).toEqual(['allow', 'deny']);
  });

  it('denies what is too long, too deep or too wide to be judged, even where the rule would allow', () => {
    const set = compile([policy([{ id: 'ok', effect: 'allow', when: { args: { '**': { regex: 'a+$' } } } }])]);
    const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`);
    for (const args of [{ q: 'a'.repeat(70_000) }, { q: deep }, { q: Array.from({ length: 30_000 }, () => 'a') }]) {
      expect(decide(set, call('x', { arguments: args }))).toMatchObject({ decision: 'deny', rule_id: 'ok' });
    }
  });

  it('names the rule whose pattern is no RE2, or whose argument path is none', () => {
    const fault = (args: Record<string, { regex: string }>) =>
      faultOf([deny, { id: 'r', effect: 'deny', when: { args } }], new DecisionBudget());
    expect(fault({ q: { regex: '(' } })).toEqual({ index: 1, fault: 'regex' });
    expect(fault({ q: { regex: '(a)\\1' } })).toEqual({ index: 1, fault: 'regex' });
    expect(fault({ 'a..b': { regex: 'a' } })).toEqual({ index: 1, fault: 'path' });
    expect(fault({ q: { regex: 'a' } })).toBeUndefined();
    expect(
      decide(
        compile([policy([{ id: 'r', effect: 'allow', when: { args: { q: { regex: '(' } } } }])]),
        call('x', { arguments: { q: 'a' } }),
      ),
    ).toMatchObject({ decision: 'deny' });
  });
});

/** Each linear in the text, slow together. */
const slow = (count: number, effect: GatewayRule['effect'] = 'allow'): GatewayRule[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `slow-${index}`,
    effect,
    when: { args: { '**': { regex: `(${String.raw`\p{L}+ `.repeat(50)})[0-9]$|qi${index}` } } },
  }));

describe('the work of a gateway decision', () => {
  const long = { arguments: { text: 'ab c'.repeat(15_000) } };

  it('has a bound over all rules of all policies; what is left when it is reached is denied, with its own reason', () => {
    const policies = [1, 2, 3].map((number) => policy(slow(50), { policy_id: `pol_${number}` }));
    const decided = decide(compile(policies), call('x', long));
    expect(decided).toMatchObject({ decision: 'deny', reason: 'judging this call takes more work than a decision may take' });
    expect(decided.matched.filter(({ effect }) => effect === 'deny').map(({ policy_id }) => policy_id)).toEqual([
      'pol_1',
      'pol_2',
      'pol_3',
    ]);
    const audited = decide(compile([policy(slow(50), { mode: 'audit' })]), call('x', long));
    expect(audited).toMatchObject({ decision: 'allow', would_decide: 'deny', mode: 'audit' });
    expect(decide(compile(policies), call('x', { arguments: { text: 'short' } })).decision).toBe('allow');
  });

  it('denies by a rule with a rate, too, once it is spent', () => {
    const rules = slow(50).map((rule) => ({ ...rule, rate: { calls: 100, per_seconds: 60 } }));
    expect(decide(compile([policy(rules)]), call('x', long), new MemoryGauge(() => 0)).decision).toBe('deny');
  });

  it('ends at the bound whatever the tests are, and never by a whole pass over them', { timeout: 60_000 }, () => {
    const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
    const of = (test: NonNullable<NonNullable<GatewayRule['when']>['args']>[string]) =>
      many(200, (index): GatewayRule => ({ id: `r${index}`, effect: 'warn', when: { args: { '**': test } } }));
    const hosts = many(500, (index) => `*${'a'.repeat(200)}${index}.com`);
    const text = 'a'.repeat(60_000);
    const cases: [GatewayRule[], unknown][] = [
      [of({ glob: many(100, () => `a*${'a?'.repeat(200)}b*`) }), text],
      [of({ host_in: hosts }), 'http://aaa@a.b '.repeat(4000)],
      [of({ path_under: many(100, (index) => `/${'a/'.repeat(400)}${index}`) }), 'a/'.repeat(30_000)],
      [of({ max_length: 1_000_000 }), many(15_000, () => 'a')],
      [many(200, (index): GatewayRule => ({ id: `r${index}`, effect: 'warn', when: { secret_paths: many(20, () => '**.x.**') } })), text],
      [
        many(200, (index): GatewayRule => ({ id: `r${index}`, effect: 'warn', when: { tools: many(100, () => `*${'a'.repeat(180)}b`) } })),
        1,
      ],
      [slow(200, 'warn'), text],
    ];
    const outcomes: string[] = [];
    for (const [rules, value] of cases) {
      const set = compile([policy(rules)]);
      const { would_decide, reason } = decide(set, call('a'.repeat(500), { arguments: { x: { x: value } } }));
      outcomes.push(`${would_decide}: ${reason}`);
    }
    const spent = 'deny: judging this call takes more work than a decision may take';
    const judged = 'allow: no rule matched';
    expect(outcomes).toEqual([spent, judged, spent, judged, judged, spent, spent]);
  });

  it('is enough for ordinary policies and large arguments', () => {
    const words = ['rm\\s+-rf', '(?i)drop\\s+table', '(?i)(select|union|insert).{0,50}(from|into)', '\\bcurl\\b.*\\|\\s*(ba)?sh'];
    const rules = words.map((regex, index): GatewayRule => ({ id: `r${index}`, effect: 'deny', when: { args: { '**': { regex } } } }));
    rules.push({ id: 'secrets', effect: 'deny', when: { secret_paths: ['**'] } });
    rules.push({ id: 'hosts', effect: 'deny', when: { args: { '/url': { host_not_in: ['*.example.com'] } } } });
    expect(faultOf(rules, new DecisionBudget())).toBeUndefined();
    const content = 'A sentence of a file that a program writes.\n'.repeat(1450);
    const decided = decide(compile([policy(rules)]), call('write_file', { arguments: { content, url: 'https://a.example.com' } }));
    expect(decided).toMatchObject({ decision: 'allow', matched: [] });
  });

  it('refuses rules whose regular expressions are too large together, naming the one that is too much', () => {
    expect(faultOf(slow(50), new DecisionBudget())).toEqual({ index: 11, fault: 'cost' });
    expect(faultOf(slow(11), new DecisionBudget())).toBeUndefined();
    expect(faultOf([{ id: 'r', effect: 'deny', when: { args: { q: { regex: 'a{1000}'.repeat(70) } } } }], new DecisionBudget())).toEqual({
      index: 0,
      fault: 'cost',
    });
  });
});
