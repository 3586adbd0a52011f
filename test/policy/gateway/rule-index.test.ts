import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, decide, judgePolicies } from '../../../src/policy/gateway/decide.js';
import { DecisionBudget } from '../../../src/policy/gateway/decision-budget.js';
import { LiteralIndex } from '../../../src/policy/gateway/literal-index.js';
import type { ArgumentTest, GatewayCall, GatewayPolicy, GatewayRule, RuleCondition } from '../../../src/policy/gateway/policy.js';
import { compileMatch } from '../../../src/policy/gateway/rule-match.js';
import { cpuTime } from '../../support/cpu-time.js';

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
/** Texts that fit some of the tests below, in several readings, and some that cannot be judged. */
const values = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    'x',
    '/etc/passwd',
    '/ETC/passwd',
    '/srv/data/../../etc/x.key',
    '%2fetc%2fshadow',
    '~/.ssh/id_rsa',
    '/home/ann/.SSH/id_rsa',
    'C:\\\\Users\\\\ann\\\\.ssh',
    '/proc/self/root/etc/x',
    '/proc/self/cwd/x',
    '../x',
    '/',
    'https://evil.example/x',
    'http://a.evil.example@b.example/',
    'EVIL.example:80',
    'https://[::1]/',
    'nothing that is a host',
    'drop table users; --',
    'a'.repeat(70_000),
    7,
    true,
    null,
  ),
  fc.string({ maxLength: 8 }),
  fc.stringMatching(/^[/a-c.x]{0,12}$/),
);
const globs = fc.oneof(
  fc.constantFrom('*x*', '*', '?*', 'x', '/etc/*', '*.key', '/srv/*/x', '*table*', '*drop*', 'd?op*table*', '*pass?d', '', '**', '*/e?c/*'),
  fc.stringMatching(/^[/a-c.x*?]{0,8}$/),
);
const folders = fc.constantFrom('/etc', '/ETC/', '~/.ssh', '/home/ann', '/home', '/', '.', '..', 'c:/users', '%2fetc', 'a/b', '/root');
const hostEntries = fc.constantFrom('evil.example', '*.example', '*.evil.example', '*', '127.0.0.1', '[::1]', '*evil*', 'B.example.');
const some = <T>(entry: fc.Arbitrary<T>) => fc.array(entry, { minLength: 1, maxLength: 3 });
const tests = fc.record(
  {
    glob: fc.oneof(globs, some(globs)),
    regex: fc.constantFrom('x', '^/etc', '(?i)DROP'),
    path_under: some(folders),
    path_not_under: some(folders),
    host_in: some(hostEntries),
    host_not_in: some(hostEntries),
    max_length: fc.constantFrom(0, 5),
  },
  { requiredKeys: [] },
);
const conditions = fc.record(
  {
    tools: lists,
    servers: lists,
    tool_classes: classes,
    after: classes,
    args: fc.dictionary(paths, tests, { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);
const calls = fc.record({
  tool: names,
  server: fc.option(names, { nil: undefined }),
  tool_classes: classes,
  session_classes: classes,
  arguments: fc.oneof(values, fc.dictionary(fc.constantFrom('path', 'other', 'a'), fc.oneof(values, fc.array(values, { maxLength: 3 })))),
});

/** The decision of rules that are all judged, one after the other. */
function judgedAll(rules: readonly GatewayRule[], asked: GatewayCall): [id: string, effect: string][] {
  return rules.flatMap((rule): [string, string][] => {
    try {
      return compileMatch(rule)(asked, new DecisionBudget()) ? [[rule.id, rule.effect]] : [];
    } catch {
      return [[rule.id, 'deny']];
    }
  });
}

describe('rules that are found by what they ask for', () => {
  it('are those that match', { timeout: 60_000 }, () => {
    const effects = fc.constantFrom('allow', 'warn', 'deny' as const);
    const rules = fc.array(fc.tuple(effects, conditions as fc.Arbitrary<RuleCondition>), { maxLength: 12 });
    fc.assert(
      fc.property(rules, calls, (drafts, asked) => {
        const all = drafts.map(([effect, when], at): GatewayRule => ({ id: `r${at}`, effect: effect as GatewayRule['effect'], when }));
        const found = decide(compile([policy(all)]), asked).matched.map(({ rule_id, effect }) => [rule_id, effect]);
        expect(found.sort()).toEqual(judgedAll(all, asked).sort());
      }),
      { numRuns: 5_000 },
    );
  });

  it('give the same reason, where a value cannot be read', () => {
    const rule = (at: number, test: ArgumentTest): GatewayRule => ({ id: `r${at}`, effect: 'deny', when: { args: { '/url': test } } });
    const rules = [rule(0, { host_in: ['evil.example'] }), rule(1, { glob: '/*', host_in: ['evil.example'] })];
    expect(decide(compile([policy(rules)]), call({ arguments: { url: '/relative' } })).matched.map(({ reason }) => reason)).toEqual([
      'no host can be told from an argument (rule r0)',
      'no host can be told from an argument (rule r1)',
    ]);
  });

  it('are found among many by the value of one argument, at little cost', () => {
    const texts = Array.from({ length: 200 }, (_, at) => [`/srv/p${at}/*`, `*.x${at}`, `*secret-${at}-*`]).flat();
    const rules = texts.map((glob, at): GatewayRule => ({ id: `r${at}`, effect: 'deny', when: { args: { '/path': { glob } } } }));
    const compiled = compile([policy(rules)]);
    const matched = (path: string) => decide(compiled, call({ arguments: { path } })).matched.map(({ rule_id }) => rule_id);
    expect(matched('/srv/p7/my-secret-9-text.x12')).toEqual(['r21', 'r29', 'r37']);
    const work = new DecisionBudget(2_000);
    judgePolicies(compiled, call({ arguments: { path: '/srv/data/notes/today.txt' } }), work);
    expect(work.isOver).toBe(false);
  });

  it('are looked up in bounded time where a policy was made so that everything has to be compared with everything', () => {
    const index = new LiteralIndex<number>();
    for (let at = 0; at < 20_000; at++) index.add([`*${'a'.repeat(100)}b${at}*`], at);
    const found: number[] = [];
    const before = cpuTime();
    index.collect('a'.repeat(60_000), found);
    expect(cpuTime() - before).toBeLessThan(1_000);
    expect(found).toHaveLength(20_000);
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
