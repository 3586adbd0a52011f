import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, decide } from '../../../src/policy/gateway/decide.js';
import { DecisionBudget } from '../../../src/policy/gateway/decision-budget.js';
import type { GatewayCall, GatewayPolicy, GatewayRule, RuleCondition } from '../../../src/policy/gateway/policy.js';
import { compileMatch } from '../../../src/policy/gateway/rule-match.js';

function policy(rules: readonly GatewayRule[]): GatewayPolicy {
  const bindings = [{ target_type: 'tenant', target_id: null, mode: 'enforce' }] as const;
  return { policy_id: 'p', name: 'p', mode: 'enforce', default_effect: 'allow', rules, bindings };
}

const call = (over: Partial<GatewayCall>): GatewayCall => ({ tool: 'read', arguments: {}, ...over });

/** Few names, so that they meet; in letters of other widths and cases, and with characters that folding puts together. */
const names = fc.constantFrom(
  'read',
  'Read',
  'ｒｅａｄ',
  'read_file',
  're*',
  'R?ad*',
  '*',
  'e\u0301*',
  '\u00e9x',
  'e\u0301x',
  ' read',
  '＊',
  'write',
);
const lists = fc.array(names, { minLength: 1, maxLength: 3 });
const classes = fc.array(fc.constantFrom('read', 'write', 'private_data'), { minLength: 1, maxLength: 2 });
const paths = fc.constantFrom('/path', 'path', '/**/path', '/*', '/other', '$', '/a/b');
const conditions = fc.record(
  {
    tools: lists,
    servers: lists,
    tool_classes: classes,
    after: classes,
    args: fc.dictionary(paths, fc.constant({ glob: '*x*' }), { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);
const calls = fc.record({
  tool: names,
  server: fc.option(names, { nil: undefined }),
  tool_classes: classes,
  session_classes: classes,
  arguments: fc.constantFrom<unknown>({}, { path: 'x' }, { a: { b: 'x', path: 'y' } }, { other: ['x'] }, ['x'], 'x'),
});

describe('rules that are found by names', () => {
  it('are those that match', () => {
    const effects = fc.constantFrom('allow', 'warn', 'deny' as const);
    const rules = fc.array(fc.tuple(effects, conditions as fc.Arbitrary<RuleCondition>), { maxLength: 12 });
    fc.assert(
      fc.property(rules, calls, (drafts, asked) => {
        const all = drafts.map(([effect, when], at): GatewayRule => ({ id: `r${at}`, effect: effect as GatewayRule['effect'], when }));
        const expected = all.filter((rule) => compileMatch(rule)(asked, new DecisionBudget())).map(({ id }) => id);
        const found = decide(compile([policy(all)]), asked).matched.map(({ rule_id }) => rule_id);
        expect(found.sort()).toEqual(expected.sort());
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a reason', () => {
  const known: GatewayRule = {
    id: 'known',
    effect: 'deny',
    when: { args: { '/url': { host_not_in: ['a.example'] } } },
    reason: 'unknown host',
  };
  const reason = (rule: GatewayRule, url: string) => decide(compile([policy([rule])]), call({ arguments: { url } })).reason;

  it('says where no host can be told', () => {
    expect(reason(known, 'https://b.example/')).toBe('unknown host');
    expect(reason(known, '/relative')).toBe('no host can be told from an argument (unknown host)');
    expect(reason(known, 'https://a.example/')).toBe('no rule matched');
  });

  it('is none where the rule is not about such texts', () => {
    const optional = { ...known, when: { args: { '/url': { host_not_in: ['a.example'], glob: '?*' } } } };
    expect(reason(optional, '')).toBe('no rule matched');
    expect(reason(optional, 'https://b.example/')).toBe('unknown host');
  });
});

describe('what a session has read', () => {
  const rule: GatewayRule = { id: 'inside', effect: 'deny', when: { after: ['private_data', 'untrusted_content'] } };
  it.each([
    [undefined, 'allow'],
    [['private_data'], 'allow'],
    [['untrusted_content', 'read', 'private_data'], 'deny'],
  ])('%j decides: %s', (session_classes, expected) => {
    expect(decide(compile([policy([rule])]), call({ session_classes })).decision).toBe(expected);
  });
});
