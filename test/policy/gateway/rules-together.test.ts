import { describe, expect, it } from 'vitest';
import { compile, decide, governs } from '../../../src/policy/gateway/decide.js';
import type { GatewayCall, GatewayPolicy, GatewayRule } from '../../../src/policy/gateway/policy.js';
import { MemoryGauge } from '../../../src/policy/gateway/rate.js';

const tenant = { target_type: 'tenant', target_id: null, mode: 'enforce' } as const;
const policy = (policy_id: string, rules: GatewayRule[], more: Partial<GatewayPolicy> = {}): GatewayPolicy => ({
  policy_id,
  name: policy_id,
  mode: 'enforce',
  default_effect: 'allow',
  bindings: [tenant],
  ...more,
  rules,
});
const decided = (rules: GatewayRule[], call: Partial<GatewayCall>, more: Partial<GatewayPolicy> = {}) =>
  decide(compile([policy('pol_1', rules, more)]), { tool: 'send', arguments: {}, ...call });

describe('a rule with several conditions', () => {
  it('matches only where all of them hold', () => {
    const rule: GatewayRule = { id: 'r', effect: 'deny', when: { tools: ['send'], tool_classes: ['network'], servers: ['mail'] } };
    expect(decided([rule], { server: 'mail', tool_classes: ['network'] }).decision).toBe('deny');
    expect(decided([rule], { server: 'mail', tool_classes: ['filesystem'] }).decision).toBe('allow');
    expect(decided([rule], { server: 'mail' }).decision).toBe('allow');
    expect(decided([rule], { server: 'files', tool_classes: ['network'] }).decision).toBe('allow');
    expect(decided([rule], { tool_classes: ['network'] }).decision).toBe('allow');
  });

  it('takes one name or class of several, whatever its effect is', () => {
    const names = { tools: ['read_*', 'send*'], tool_classes: ['network', 'process'] } as const;
    for (const effect of ['deny', 'warn'] as const) {
      const rule: GatewayRule = { id: 'r', effect, when: { tools: [...names.tools], tool_classes: [...names.tool_classes] } };
      expect(decided([rule], { tool_classes: ['filesystem', 'process'] }).decision).toBe(effect);
    }
    const allowed: GatewayRule = { id: 'r', effect: 'allow', when: { tools: [...names.tools] } };
    expect(decided([allowed], {}, { default_effect: 'deny' }).decision).toBe('allow');
    expect(decided([allowed], { tool: 'delete' }, { default_effect: 'deny' }).decision).toBe('deny');
  });
});

describe('a rule about several values', () => {
  const values = { to: ['a@corp.example', 'b@else.example'] };

  it('forbids a call for one of them, and allows it only for all of them', () => {
    const args = { to: { glob: '*@corp.example' } };
    expect(decided([{ id: 'r', effect: 'deny', when: { args } }], { arguments: values }).decision).toBe('deny');
    const allow: GatewayRule = { id: 'r', effect: 'allow', when: { args } };
    expect(decided([allow], { arguments: values }, { default_effect: 'deny' }).decision).toBe('deny');
    expect(decided([allow], { arguments: { to: ['a@corp.example'] } }, { default_effect: 'deny' }).decision).toBe('allow');
  });

  it('allows nothing where the value is missing', () => {
    const allow: GatewayRule = { id: 'r', effect: 'allow', when: { args: { to: { glob: '*' } } } };
    for (const given of [{ cc: 'x' }, { to: [] }, { to: null }])
      expect(decided([allow], { arguments: given }, { default_effect: 'deny' }).decision).toBe('deny');
  });

  it('allows a path in one of its folders', () => {
    const allow: GatewayRule = { id: 'r', effect: 'allow', when: { args: { path: { path_under: ['/srv/a', '/srv/b'] } } } };
    const of = (path: string) => decided([allow], { arguments: { path } }, { default_effect: 'deny' }).decision;
    expect([of('/srv/a/x'), of('/srv/b/x'), of('/srv/c/x')]).toEqual(['allow', 'allow', 'deny']);
  });

  it('finds a secret at any of its places, by its own form or by the name of its member', () => {
    const rule: GatewayRule = { id: 'r', effect: 'deny', when: { secret_paths: ['/note', '/login/**'] } };
    const of = (given: Record<string, unknown>) => decided([rule], { arguments: given }).decision;
    expect(of({ note: 'hello', login: { user: 'ada', password: 'tr0ub4dor&3-correct' } })).toBe('deny');
    expect(of({ note: 'hello', login: { user: 'ada', page: 'tr0ub4dor' } })).toBe('allow');
    expect(of({ note: `ghp_${'a1B2'.repeat(9)}` })).toBe('deny');
    expect(of({ login: { page: 'tr0ub4dor&3-correct', password: 'tr0ub4dor&3-correct' } })).toBe('deny');
    expect(of({ other: `ghp_${'a1B2'.repeat(9)}` })).toBe('allow');
  });

  it('takes a text of the longest length for none that is too long', () => {
    const rule: GatewayRule = { id: 'r', effect: 'deny', when: { args: { text: { max_length: 5 } } } };
    const of = (text: string) => decided([rule], { arguments: { text } }).decision;
    expect([of('12345'), of('123456')]).toEqual(['allow', 'deny']);
  });
});

describe('a path that may be read in other ways', () => {
  const allow: GatewayRule = { id: 'r', effect: 'allow', when: { args: { path: { path_under: ['/srv'] } } } };
  const deny: GatewayRule = { id: 'r', effect: 'deny', when: { args: { path: { path_under: ['/'] } } } };
  const allowed = (path: string) => decided([allow], { arguments: { path } }, { default_effect: 'deny' }).decision;

  it.each([
    ['is encoded five times over', `/srv/${'%'}${'25'.repeat(5)}2e`],
    ['holds NUL', '/srv/a\0b'],
    ['holds NUL once it is decoded', '/srv/a%00b'],
    ['runs a command', '/srv/$(cat x)'],
    ['is that of a process', '/proc/self/cwd/x'],
  ])('is allowed by no rule where it %s', (_, path) => {
    expect(allowed(path)).toBe('deny');
  });

  it('is the root of a process', () => {
    expect(decided([deny], { arguments: { path: '/proc/1/root' } }).decision).toBe('deny');
    expect(allowed('/proc/1/root/srv/x')).toBe('deny');
  });

  it('may have white space around it and be encoded, and is allowed all the same', () => {
    expect([allowed(' /srv/x '), allowed('/srv/a%20b')]).toEqual(['allow', 'allow']);
  });

  it('is allowed only in the letter case of its folder, and below whichever home', () => {
    const home: GatewayRule = { id: 'r', effect: 'allow', when: { args: { path: { path_under: ['~/notes'] } } } };
    const atHome = (path: string) => decided([home], { arguments: { path } }, { default_effect: 'deny' }).decision;
    expect([allowed('/srv/x'), allowed('/SRV/x')]).toEqual(['allow', 'deny']);
    expect([atHome('/home/ada/notes/x'), atHome('/home/ada/Notes/x'), atHome('/srv/notes/x')]).toEqual(['allow', 'deny', 'deny']);
  });

  it('is on the same drive in upper case', () => {
    const rule: GatewayRule = { id: 'r', effect: 'allow', when: { args: { path: { path_under: ['C:/notes'] } } } };
    const of = (path: string) => decided([rule], { arguments: { path } }, { default_effect: 'deny' }).decision;
    expect([of('c:\\notes\\x'), of('C:/notes/x'), of('d:/notes/x'), of('C:/notes/../x')]).toEqual(['allow', 'allow', 'deny', 'deny']);
  });
});

describe('an address', () => {
  it('is also read without the control characters in it', () => {
    const rule: GatewayRule = { id: 'r', effect: 'deny', when: { args: { url: { host_in: ['evil.example'] } } } };
    for (const url of ['https://ev\til.example/', 'https://a.example https://ev\nil.example/', ' https://evil.example '])
      expect(decided([rule], { arguments: { url } }).decision).toBe('deny');
  });
});

describe('a call that cannot be judged', () => {
  it('is denied and told why', () => {
    const rule: GatewayRule = { id: 'r', effect: 'allow', when: { args: { '**': { glob: '*x*' } } } };
    const of = (given: Record<string, unknown>) => decided([rule], { arguments: given });
    expect(of({ text: 'a'.repeat(65_537) })).toMatchObject({ decision: 'deny', reason: 'an argument is too long to be judged' });
    const parts = Array.from({ length: 5 }, () => 'a'.repeat(60_000));
    expect(of({ parts })).toMatchObject({ decision: 'deny', reason: 'the arguments are too large to be judged' });
  });
});

describe('policies that agree on an effect', () => {
  const deny = (id: string, when: GatewayRule['when'] = {}): GatewayRule => ({ id, effect: 'deny', when });

  it('are told by the first in the order of ids, and a rule by the first of its policy', () => {
    const set = compile([
      policy('pol_b', [deny('b')]),
      policy('pol_a', [deny('wide', { tools: ['s*'] }), deny('named', { tools: ['send'] })]),
    ]);
    const found = decide(set, { tool: 'send', arguments: {} });
    expect(found).toMatchObject({ policy_id: 'pol_a', rule_id: 'wide', reason: 'rule wide' });
    expect(found.matched.map(({ rule_id }) => rule_id)).toEqual(['wide', 'named', 'b']);
  });

  it('shows the enforced objection, and the audited one only where no enforced policy objects', () => {
    const audited = policy('pol_a', [deny('would')], { mode: 'audit' });
    const warning = policy('pol_b', [{ id: 'careful', effect: 'warn' }]);
    const allowing = policy('pol_b', [{ id: 'fine', effect: 'allow' }]);
    const call = { tool: 'send', arguments: {} };
    expect(decide(compile([audited, warning]), call)).toMatchObject({
      decision: 'warn',
      would_decide: 'deny',
      rule_id: 'careful',
      mode: 'enforce',
    });
    expect(decide(compile([audited, allowing]), call)).toMatchObject({
      decision: 'allow',
      would_decide: 'deny',
      rule_id: 'would',
      mode: 'audit',
    });
    expect(decide(compile([allowing]), call)).toMatchObject({ decision: 'allow', would_decide: 'allow', rule_id: 'fine' });
  });

  it('govern each server that one of them is bound to', () => {
    const bound = (id: string, target_id: string) => policy(id, [], { bindings: [{ target_type: 'upstream', target_id, mode: 'audit' }] });
    const set = compile([bound('pol_a', 'mail'), bound('pol_b', 'files')]);
    expect(['mail', 'files', 'web'].map((server) => governs(set, server))).toEqual([true, true, false]);
  });
});

describe('the counts of rules with a rate', () => {
  const limit = { calls: 1, per_seconds: 3600 };

  it('forget whoever has not called for longest, and nobody else', () => {
    const gauge = new MemoryGauge(() => 0);
    for (const key of ['first', 'second', 'first']) gauge.over(key, limit);
    for (let other = 0; other < 9_999; other += 1) gauge.over(`other ${other}`, limit);
    expect(gauge.over('first', limit)).toBe(true);
    expect(gauge.over('second', limit)).toBe(false);
  });
});
