import { describe, expect, it } from 'vitest';
import type { McpServer } from '../../src/model/agent.js';
import type { Component } from '../../src/model/component.js';
import type { Finding } from '../../src/model/finding.js';
import { emptyInventory, type Inventory } from '../../src/model/inventory.js';
import type { PolicyCondition, PolicyTarget } from '../../src/model/request.js';
import { evaluatePolicy } from '../../src/policy/evaluate.js';
import { parsePolicy } from '../../src/policy/policy-file.js';
import { component, estate, finding } from '../support/estates.js';

const NOW = Date.parse('2026-01-31T00:00:00Z');
const lodash = component('lodash', '4.17.20', { licenses: ['MIT', 'CC0-1.0'] });
const [template] = estate([], '').servers;
if (!template) throw new Error('no server');
const server: McpServer = template;

interface Given {
  inventory?: Partial<Inventory>;
  findings?: readonly Finding[];
  ages?: Readonly<Record<string, number>>;
}

/** What a rule of this target and condition matches. */
function hits(target: PolicyTarget, when: PolicyCondition, { inventory = {}, findings = [], ages = {} }: Given) {
  const whole = { ...emptyInventory(), ...inventory };
  const sources = {
    components: new Map(whole.components.map((one) => [one.ref, one])),
    ages: new Map(Object.entries(ages)),
    now: NOW,
  };
  const rule = { id: 'r', description: '', action: 'fail' as const, target, when };
  return evaluatePolicy({ source: 'p', rules: [rule] }, whole, findings, sources);
}

describe('conditions on a finding', () => {
  const one = (over: Partial<Finding>) => finding('CVE-2026-1', { component: lodash.ref, ...over });
  const radius = { servers: ['server:a'], agents: ['agent:a'], credentials: [], tools: [] };
  const holds = (when: PolicyCondition, over: Partial<Finding>, of: Partial<Component> = {}) =>
    hits('finding', when, { findings: [one(over)], inventory: { components: [{ ...lodash, ...of }] } }).length === 1;

  it.each<[PolicyCondition, Partial<Finding>, Partial<Finding>]>([
    [{ kind: ['vulnerability'] }, {}, { kind: 'malicious' }],
    [{ kind: ['skill', 'malicious'] }, { kind: 'malicious' }, {}],
    [{ id: ['GHSA-x'] }, { aliases: ['GHSA-x'] }, { aliases: ['GHSA-y'] }],
    [{ id: ['GHSA-x'] }, { advisories: ['GHSA-x'] }, { advisories: [] }],
    [{ id: ['CVE-2026-?'] }, {}, { id: 'CVE-2025-1', advisories: [] }],
    [{ rule: ['loose-*'] }, { rule: 'loose-version' }, {}],
    [{ cwe: ['CWE-79'] }, { cwes: ['CWE-1', 'CWE-79'] }, { cwes: ['CWE-790'] }],
    [{ severity: 'high' }, { severity: 'critical' }, { severity: 'medium' }],
    [{ severity: 'high' }, { severity: 'high' }, { severity: 'unknown' }],
    [{ severity: 'any' }, { severity: 'none' }, { severity: 'unknown' }],
    [{ confidence: ['low'] }, { confidence: 'low' }, { confidence: 'high' }],
    [{ kev: true }, { kev: 'listed' }, { kev: 'not_listed' }],
    [{ kev: false }, { kev: 'not_listed' }, { kev: 'not_checked' }],
    [{ fixable: true }, { fixed_version: '5.0.0' }, {}],
    [{ fixable: false }, {}, { fixed_version: '5.0.0' }],
    [{ epss_above: 0.5 }, { epss: { score: 0.51, percentile: 1 } }, { epss: { score: 0.5, percentile: 1 } }],
    [{ epss_above: 0 }, { epss: { score: 0.01, percentile: 1 } }, {}],
    [{ older_than_days: 30 }, { published: '2025-12-31T23:59:59Z' }, { published: '2026-01-01T00:00:00Z' }],
    [{ older_than_days: 0 }, { published: '2026-01-30T00:00:00Z' }, {}],
    [{ reaches_agent: true }, { blast_radius: radius }, { blast_radius: { ...radius, agents: [] } }],
    [{ reaches_agent: false }, {}, { blast_radius: radius }],
    [{ reaches_credential: true }, { blast_radius: { ...radius, credentials: ['credential:c'] } }, { blast_radius: radius }],
    [{ reaches_credential: false }, { blast_radius: radius }, { blast_radius: { ...radius, credentials: ['credential:c'] } }],
    [{ package: ['lodash'] }, {}, { component: 'pkg:npm/other@1.0.0' }],
    [{ ecosystem: ['npm'] }, {}, { component: undefined as never }],
    [{ severity: 'high', kev: true }, { severity: 'high', kev: 'listed' }, { severity: 'high' }],
  ])('%j holds for one and not for the other', (when, held, other) => {
    expect([holds(when, held), holds(when, other)]).toEqual([true, false]);
  });

  it.each<[PolicyCondition, Partial<Component>, Partial<Component>]>([
    [{ scope: ['prod'] }, {}, { scope: 'dev' }],
    [{ direct: true }, { direct: true }, { direct: false }],
    [{ direct: false }, { direct: false }, { direct: null }],
  ])('%j goes by the package', (when, held, other) => {
    expect([holds(when, {}, held), holds(when, {}, other)]).toEqual([true, false]);
  });

  it('pass over what is suppressed, and name the findings that matched', () => {
    const findings = [
      one({ fingerprint: 'a' }),
      one({ fingerprint: 'b', suppressed: { by: 'vex', reason: 'x' } }),
      one({ fingerprint: 'c' }),
    ];
    expect(hits('finding', { severity: 'low' }, { findings })).toMatchObject([
      { subjects: ['CVE-2026-1', 'CVE-2026-1'], findings: ['a', 'c'] },
    ]);
  });
});

describe('conditions on a package', () => {
  const holds = (when: PolicyCondition, over: Partial<Component>, age?: number) => {
    const found = hits('package', when, {
      inventory: { components: [{ ...lodash, ...over }] },
      ...(age !== undefined && { ages: { [lodash.ref]: age } }),
    });
    for (const { subjects, findings } of found) expect([subjects, findings]).toEqual([[lodash.ref], []]);
    return found.length === 1;
  };

  it.each<[PolicyCondition, Partial<Component>, Partial<Component>]>([
    [{ name: ['lo*'] }, {}, { name: 'react' }],
    [{ ecosystem: ['PyPI'] }, { ecosystem: 'PyPI' }, {}],
    [{ version: ['4.17.*'] }, {}, { version: '4.18.0' }],
    [{ version: ['*'] }, {}, { version: null }],
    [{ version_range: ['>=4.0.0 <4.17.21'] }, {}, { version: '4.17.21' }],
    [{ version_range: ['<1.0.0', '>=4.17.20'] }, {}, { version: '4.17.19' }],
    [{ version_range: ['<5.0.0'] }, {}, { version: null }],
    [{ version_range: ['<5.0.0'] }, {}, { version: 'not a version' }],
    [{ version_range: ['<5.0.0'] }, {}, { ecosystem: 'Nowhere' }],
    [{ license: ['CC0-*'] }, {}, { licenses: ['MIT'] }],
    [{ no_license: true }, { licenses: [] }, {}],
    [{ no_license: false }, {}, { licenses: [] }],
    [{ scope: ['dev'] }, { scope: 'dev' }, {}],
    [{ direct: true }, {}, { direct: null }],
    [{ resolved: false }, { resolved: false }, {}],
    [{ source: ['registry'] }, {}, { source: { kind: 'git', url: 'https://git.example/x' } }],
    [{ source: ['git'] }, { source: { kind: 'git', url: 'https://git.example/x' } }, {}],
    [{ host: ['git.example'] }, { source: { kind: 'git', url: 'https://git.example/x' } }, { source: { kind: 'git', url: 'nonsense' } }],
    [{ host: ['*'] }, { source: { kind: 'git', url: 'https://git.example/x' } }, {}],
  ])('%j holds for one and not for the other', (when, held, other) => {
    expect([holds(when, held), holds(when, other)]).toEqual([true, false]);
  });

  it('take a number of days for "younger than", and an unknown age for nothing', () => {
    expect([6.9, 7, 8, undefined].map((age) => holds({ min_age_days: 7 }, {}, age))).toEqual([true, false, false, false]);
  });

  it('refuse a range that is none instead of matching nothing', () => {
    expect(() => holds({ version_range: ['>>nonsense<<'] }, {})).toThrow(/version_range/);
  });
});

describe('conditions on servers, agents, models and skills', () => {
  const onServer = (when: PolicyCondition, over: Partial<McpServer>) =>
    hits('server', when, { inventory: { servers: [{ ...server, ...over }] } }).length === 1;
  const npx = { ecosystem: 'npm', name: 'mcp-files', version: null, floating: true };

  it.each<[PolicyCondition, Partial<McpServer>, Partial<McpServer>]>([
    [{ name: ['files'] }, {}, { name: 'other' }],
    [{ client: ['desktop'] }, {}, { client: 'cursor' }],
    [{ transport: ['http', 'sse'] }, { transport: 'sse' }, {}],
    [{ package: ['mcp-*'] }, { package: npx }, {}],
    [{ floating: true }, { package: npx }, { package: { ...npx, floating: false } }],
    [{ floating: false }, {}, { package: npx }],
    [{ plain_http: true }, { url: 'http://a.example/' }, { url: 'https://a.example/' }],
    [{ plain_http: false }, {}, { url: 'http://a.example/' }],
    [{ auto_approve: true }, { auto_approve: ['*'] }, {}],
    [{ auto_approve: false }, {}, { auto_approve: ['run'] }],
    [{ credential: ['API_*'] }, {}, { env_names: [] }],
    [{ credential: ['Authorization'] }, { header_names: ['Authorization'] }, {}],
    [{ disabled: true }, { disabled: true }, {}],
    [{ command: ['npx'] }, {}, { command: null }],
    [{ image: ['ghcr.io/*'] }, { image: 'ghcr.io/a/b' }, {}],
  ])('%j holds for one server and not for the other', (when, held, other) => {
    expect([onServer(when, held), onServer(when, other)]).toEqual([true, false]);
  });

  const inventory: Partial<Inventory> = {
    agents: [
      { ref: 'agent:a', client: 'cursor', path: '.cursor/mcp.json', servers: ['s', 't'] },
      { ref: 'agent:b', client: 'zed', path: 'settings.json', servers: ['s'] },
    ],
    models: [
      { ref: 'model:a', path: 'a.pkl', format: 'pickle', verdict: 'unsafe', signature: 'missing' },
      { ref: 'model:b', path: 'b.gguf', format: 'gguf', verdict: 'safe', signature: 'verified' },
    ],
    skills: [
      { ref: 'skill:a', path: 'a/SKILL.md', kind: 'skill', verdict: 'malicious' },
      { ref: 'skill:b', path: 'AGENTS.md', kind: 'instructions', verdict: 'benign' },
    ],
  };
  it.each<[PolicyTarget, PolicyCondition, string[]]>([
    ['agent', { client: ['zed'] }, ['zed']],
    ['agent', { path: ['.cursor/*'] }, ['cursor']],
    ['agent', { servers_above: 1 }, ['cursor']],
    ['agent', { servers_above: 0 }, ['cursor', 'zed']],
    ['agent', { servers_above: 2 }, []],
    ['model', { path: ['*.pkl'] }, ['a.pkl']],
    ['model', { format: ['gguf'] }, ['b.gguf']],
    ['model', { verdict: ['unsafe', 'suspicious'] }, ['a.pkl']],
    ['model', { signature: ['missing'] }, ['a.pkl']],
    ['skill', { path: ['*/SKILL.md'] }, ['a/SKILL.md']],
    ['skill', { kind: ['instructions'] }, ['AGENTS.md']],
    ['skill', { verdict: ['malicious'] }, ['a/SKILL.md']],
  ])('%s %j matches %j', (target, when, expected) => {
    expect(hits(target, when, { inventory }).flatMap(({ subjects }) => subjects)).toEqual(expected);
  });
});

describe('a policy file', () => {
  const ruled = (when: string, target = 'package') =>
    `version: 1\nrules:\n  - id: r\n    action: warn\n    target: ${target}\n    when:\n      ${when}\n`;

  it('gives rules as they are written', () => {
    expect(parsePolicy(ruled('name: [left-pad, 7]'), 'p.yaml')).toEqual({
      rules: [{ id: 'r', description: '', action: 'warn', target: 'package', when: { name: ['left-pad', '7'] } }],
      ignores: [],
      exceptions: [],
      source: 'p.yaml',
    });
    expect(parsePolicy(ruled('min_age_days: 7'), 'p').rules[0]?.when).toEqual({ min_age_days: 7 });
    expect(parsePolicy(ruled('direct: false'), 'p').rules[0]?.when).toEqual({ direct: false });
    expect(parsePolicy(ruled('severity: any', 'finding'), 'p').rules[0]?.when).toEqual({ severity: 'any' });
    expect(parsePolicy('runtime:\n  mode: audit\n', 'p')).toMatchObject({ rules: [], runtime: { mode: 'audit' } });
    expect(parsePolicy('rules: []\n', 'p')).not.toHaveProperty('runtime');
  });

  it.each<[string, string, number]>([
    ['version: 2\nrules: []\n', 'policy version "2" is not known', 1],
    [ruled('nmae: x'), 'unknown key "nmae"', 7],
    [ruled('min_age_days: soon'), '"min_age_days" must be a number', 7],
    [ruled('min_age_days: .inf'), '"min_age_days" must be a number', 7],
    [ruled('direct: "yes"'), '"direct" must be true or false', 7],
    [ruled('name: []'), '"name" must be a text or a list of texts', 7],
    [ruled('name: [true]'), '"name" must be a text or a list of texts', 7],
    [ruled('severity: none', 'finding'), 'was once the word for any severity: write any', 7],
    [ruled('servers_above: 1', 'server'), 'unknown key "servers_above"', 7],
    ['rules:\n  - id: r\n    action: fail\n    target: skill\n    when: {}\n', '"when" needs at least one condition', 5],
    ['rules:\n  - id: r\n    action: fail\n    target: skill\n', 'a rule needs "when" with at least one condition', 2],
    [`${ruled('name: x')}${ruled('name: y').split('\n').slice(2).join('\n')}`, 'rule "r" is defined twice', 2],
  ])('%j is refused: %s', (text, message, line) => {
    let caught: unknown;
    try {
      parsePolicy(text, 'p.yaml');
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ kind: 'usage', where: 'p.yaml', line, message: expect.stringContaining(message) });
  });
});
