import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachBlastRadius } from '../../src/graph/blast-radius.js';
import { buildGraph } from '../../src/graph/build.js';
import { exposurePaths, MAX_PATHS } from '../../src/graph/exposure.js';
import type { Capability } from '../../src/model/agent.js';
import type { Component } from '../../src/model/component.js';
import type { Finding } from '../../src/model/finding.js';
import type { Inventory } from '../../src/model/inventory.js';
import { component, estate, finding } from '../support/estates.js';

const entry = component('entry', '1.0.0');

interface Shape {
  components?: readonly Component[];
  /** Names of the credentials that the server holds. */
  holds?: readonly string[];
  /** Capabilities of each tool that the server offers, by its name. */
  offers?: Readonly<Record<string, readonly Capability[]>>;
  agents?: readonly string[];
}

/** One server that runs `entry`; credentials, tools and agents as told. */
function oneServer({ components = [entry], holds = [], offers = {}, agents = ['desktop'] }: Shape): Inventory {
  return {
    ...estate(components, entry.ref),
    agents: agents.map((client) => ({ ref: `agent:${client}`, client, path: client, servers: ['server:files'] })),
    tools: Object.entries(offers).map(([name, capabilities]) => ({
      ref: `tool:files/${name}`,
      server: 'server:files',
      name,
      capabilities: [...capabilities],
      hash: 'h',
    })),
    credentials: holds.map((name) => ({ ref: `credential:${name}`, name, kind: 'env' as const, servers: ['server:files'] })),
  };
}

function pathsIn(inventory: Inventory, findings: readonly Finding[]) {
  const graph = buildGraph(inventory, findings);
  return exposurePaths(graph, attachBlastRadius(graph, findings), inventory.tools);
}

const scoreOf = (shape: Shape, over: Partial<Finding>) =>
  pathsIn(oneServer(shape), [finding('CVE-1', { component: entry.ref, ...over })]).map(({ score, why }) => `${score}: ${why}`);

describe('the score of an exposure path', () => {
  it.each<[Partial<Finding>, string]>([
    [{ severity: 'critical' }, '45: critical 40 + run directly 5'],
    [{ severity: 'high' }, '35: high 30 + run directly 5'],
    [{ severity: 'medium' }, '23: medium 18 + run directly 5'],
    [{ severity: 'low' }, '13: low 8 + run directly 5'],
    [{ severity: 'unknown' }, '23: unknown 18 + run directly 5'],
    [{ severity: 'low', kind: 'malicious' }, '55: malicious 50 + run directly 5'],
    [{ severity: 'none', kind: 'malicious' }, '55: malicious 50 + run directly 5'],
    [{ severity: 'low', kev: 'listed' }, '28: low 8 + known to be exploited 15 + run directly 5'],
    [{ severity: 'low', kev: 'not_checked' }, '13: low 8 + run directly 5'],
    [{ severity: 'low', epss: { score: 0.97, percentile: 1 } }, '23: low 8 + EPSS 10 + run directly 5'],
    [{ severity: 'low', epss: { score: 0.05, percentile: 0.5 } }, '14: low 8 + EPSS 1 + run directly 5'],
    [{ severity: 'low', epss: { score: 0.04, percentile: 0.5 } }, '13: low 8 + run directly 5'],
  ])('of a finding that is %j is %s', (over, expected) => {
    expect(scoreOf({}, over)).toEqual([expected]);
  });

  it.each<[string, Shape, string]>([
    ['one credential', { holds: ['A'] }, '18: low 8 + 1 credential 5 + run directly 5'],
    ['two credentials', { holds: ['A', 'B'] }, '23: low 8 + 2 credentials 10 + run directly 5'],
    ['four credentials, which weigh like three', { holds: ['A', 'B', 'C', 'D'] }, '28: low 8 + 4 credentials 15 + run directly 5'],
    ['a tool that executes', { offers: { t: ['execute'] } }, '28: low 8 + execute tool 15 + run directly 5'],
    ['a tool that knows secrets', { offers: { t: ['secrets'] } }, '25: low 8 + secrets tool 12 + run directly 5'],
    ['a tool that writes', { offers: { t: ['write'] } }, '23: low 8 + write tool 10 + run directly 5'],
    ['a tool that calls out', { offers: { t: ['network'] } }, '21: low 8 + network tool 8 + run directly 5'],
    ['a tool that reads', { offers: { t: ['read'] } }, '17: low 8 + read tool 4 + run directly 5'],
    ['a tool of no power', { offers: { t: ['private_data'] } }, '13: low 8 + run directly 5'],
    [
      'the strongest of several',
      { offers: { a: ['read'], b: ['write', 'execute'], c: ['network'] } },
      '28: low 8 + execute tool 15 + run directly 5',
    ],
  ])('counts %s', (_, shape, expected) => {
    expect(scoreOf(shape, { severity: 'low' })).toEqual([expected]);
  });

  it('is a hundred at most, whatever comes together', () => {
    const shape: Shape = { holds: ['A', 'B', 'C'], offers: { run: ['execute'] } };
    const worst = { kind: 'malicious', kev: 'listed', epss: { score: 1, percentile: 1 } } as const;
    expect(scoreOf(shape, worst)).toEqual([
      '100: malicious 50 + known to be exploited 15 + EPSS 10 + 3 credentials 15 + execute tool 15 + run directly 5',
    ]);
  });

  it('adds nothing for what the server does not run itself', () => {
    const deep = component('deep', '1.0.0');
    const between = component('entry', '1.0.0', { dependencies: [deep.ref] });
    expect(scoreOf({ components: [between, deep] }, { severity: 'low', component: deep.ref })).toEqual(['8: low 8']);
  });
});

describe('where an exposure path goes', () => {
  const nodesOf = (shape: Shape, over: Partial<Finding> = {}) =>
    pathsIn(oneServer(shape), [finding('CVE-1', { component: entry.ref, fingerprint: 'f', ...over })]).map(({ nodes }) => nodes);

  it.each<[string, Shape, string | undefined]>([
    ['the first credential', { holds: ['B', 'A'], offers: { run: ['execute'] } }, 'credential:A'],
    ['the strongest tool where no credential is held', { offers: { look: ['read'], run: ['execute'] } }, 'tool:files/run'],
    ['the first of equally strong tools', { offers: { z: ['execute'], a: ['execute'] } }, 'tool:files/a'],
    ['the first agent where no tool has power', { offers: { odd: [] }, agents: ['zed', 'cursor'] }, 'agent:cursor'],
    ['the server itself where nobody uses it', { agents: [] }, undefined],
  ])('ends in %s', (_, shape, end) => {
    expect(nodesOf(shape)).toEqual([['f', entry.ref, 'server:files', ...(end === undefined ? [] : [end])]]);
  });

  it('takes the shortest way through dependencies that form a ring and a diamond', () => {
    const ref = (name: string) => `pkg:npm/${name}@1.0.0`;
    const components = [
      component('entry', '1.0.0', { dependencies: [ref('left'), ref('right'), ref('short')] }),
      component('left', '1.0.0', { dependencies: [ref('below')] }),
      component('below', '1.0.0', { dependencies: [ref('hurt'), ref('entry')] }),
      component('right', '1.0.0', { dependencies: [ref('below')] }),
      component('short', '1.0.0', { dependencies: [ref('hurt')] }),
      component('hurt', '1.0.0', { dependencies: [ref('left')] }),
    ];
    expect(nodesOf({ components }, { component: ref('hurt') })).toEqual([
      ['f', ref('hurt'), ref('short'), ref('entry'), 'server:files', 'agent:desktop'],
    ]);
  });

  it.each<[string, string, string[], string]>([
    ['a server', 'server:files', ['server:files', 'credential:A'], 'run directly'],
    ['a tool', 'tool:files/run', ['tool:files/run', 'server:files', 'credential:A'], 'run directly'],
    ['a credential, which it does not name twice', 'credential:A', ['credential:A', 'server:files'], 'run directly'],
    ['an agent', 'agent:desktop', ['agent:desktop', 'server:files', 'credential:A'], 'run directly'],
    ['a skill, by the agent that follows it', 'skill:s', ['skill:s', 'agent:desktop', 'server:files', 'credential:A'], 'credential 5'],
  ])('begins at %s', (_, subject, expected, lastTerm) => {
    const inventory = {
      ...oneServer({ holds: ['A'], offers: { run: [] } }),
      skills: [{ ref: 'skill:s', path: 'SKILL.md', kind: 'skill', verdict: 'malicious' as const, agents: ['agent:idle', 'agent:desktop'] }],
    };
    inventory.agents.unshift({ ref: 'agent:idle', client: 'idle', path: 'x', servers: [] });
    const [path, ...others] = pathsIn(inventory, [finding('RULE', { subject, fingerprint: 'f', kind: 'skill', severity: 'low' })]);
    expect(others).toEqual([]);
    expect(path?.nodes).toEqual(['f', ...expected]);
    expect(path?.why.endsWith(`${lastTerm}${lastTerm === 'run directly' ? ' 5' : ''}`)).toBe(true);
  });

  it('leads from one finding to each server that runs the package, the same for any order of servers', () => {
    const base = oneServer({});
    const [template] = base.servers;
    if (!template) throw new Error('no server');
    const servers = ['b', 'a', 'c'].map((name) => ({ ...template, ref: `server:${name}`, name }));
    const inventory = { ...base, servers, agents: [{ ref: 'agent:x', client: 'x', path: 'x', servers: ['server:a', 'server:b'] }] };
    const hurt = [finding('CVE-1', { component: entry.ref, fingerprint: 'f' })];
    const paths = pathsIn(inventory, hurt);
    expect(paths.map(({ nodes }) => nodes.slice(2).join(' ')).sort()).toEqual(['server:a agent:x', 'server:b agent:x', 'server:c']);
    expect(pathsIn({ ...inventory, servers: [...servers].reverse() }, hurt)).toEqual(paths);
    expect(new Set(paths.map(({ id }) => id)).size).toBe(3);
    for (const { id } of paths) expect(id).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('which exposure paths a report holds', () => {
  const at = (id: string, over: Partial<Finding>) => finding(id, { component: entry.ref, fingerprint: id, ...over });
  const chosen = (findings: readonly Finding[]) => pathsIn(oneServer({}), findings).map(({ finding: of }) => of);

  it('lists the highest score first and what lies in tests last, however bad', () => {
    const findings = [
      at('low', { severity: 'low' }),
      at('in-test', { severity: 'critical', context: 'test' }),
      at('critical', { severity: 'critical' }),
      at('low-in-test', { severity: 'low', context: 'test' }),
      at('high', { severity: 'high' }),
    ];
    expect(chosen(findings)).toEqual(['critical', 'high', 'low', 'in-test', 'low-in-test']);
    expect(chosen([...findings].reverse())).toEqual(['critical', 'high', 'low', 'in-test', 'low-in-test']);
  });

  it('lets the worst of findings speak that say the same of one thing', () => {
    const twice = [
      at('CVE-1', { fingerprint: 'plain', severity: 'low' }),
      at('CVE-1', { fingerprint: 'exploited', severity: 'low', kev: 'listed' }),
      at('CVE-1', { fingerprint: 'plain-again', severity: 'low' }),
    ];
    expect(chosen(twice)).toEqual(['exploited']);
    expect(chosen([at('CVE-1', {}), at('CVE-2', {})])).toHaveLength(2);
  });

  it('names a way once where one finding names the package and another one the server besides', () => {
    const both = [at('R', { fingerprint: 'package' }), at('R', { fingerprint: 'both', subject: 'server:files' })];
    expect(chosen(both)).toHaveLength(1);
  });

  it('keeps those of products when there are more than it holds, and fills up with those of tests', () => {
    const many = (count: number, context?: 'test') =>
      Array.from({ length: count }, (_, index) => at(`${context ?? 'product'}-${index}`, { severity: 'low', ...(context && { context }) }));
    const critical = Array.from({ length: 3 }, (_, index) => at(`critical-${index}`, { severity: 'critical', context: 'test' }));
    const full = chosen([...critical, ...many(MAX_PATHS + 20)]);
    expect(full).toHaveLength(MAX_PATHS);
    expect(full.every((one) => one.startsWith('product-'))).toBe(true);
    const mixed = chosen([...critical, ...many(MAX_PATHS - 2)]);
    expect(mixed).toHaveLength(MAX_PATHS);
    expect(mixed.slice(-2).every((one) => one.startsWith('critical-'))).toBe(true);
  });

  it('finds the few that weigh more among thousands that weigh the same, wherever they stand', () => {
    const deep = component('deep', '1.0.0');
    const components = [component('entry', '1.0.0', { dependencies: [deep.ref] }), deep];
    const skills = [{ ref: 'skill:s', path: 's', kind: 'skill', verdict: 'benign' as const, agents: ['agent:desktop'] }];
    const inventory = { ...oneServer({ components }), skills };
    const some = (count: number, name: string, over: Partial<Finding>) =>
      Array.from({ length: count }, (_, index) =>
        finding(`${name}-${index}`, { fingerprint: `${name}-${index}`, severity: 'low', ...over }),
      );
    const kept = (findings: readonly Finding[]) =>
      pathsIn(inventory, findings).map(({ finding: of, score }) => `${of.replace(/-.*/, '')} ${score}`);
    const far = some(1200, 'far', { component: deep.ref });
    const few = [...some(30, 'near', { component: entry.ref }), ...some(30, 'server', { subject: 'server:files', kind: 'mcp_config' })];
    const found = kept([...far, ...some(200, 'skill', { subject: 'skill:s', kind: 'skill' }), ...few]);
    expect(found).toHaveLength(MAX_PATHS);
    expect(found.filter((one) => one === 'near 13')).toHaveLength(30);
    expect(found.filter((one) => one === 'server 13')).toHaveLength(30);
    expect(found.slice(60).every((one) => one.endsWith(' 8'))).toBe(true);
  });

  it('keeps the highest scores of any crowd, and the same ones for any order', { timeout: 60_000 }, () => {
    const severity = fc.constantFrom('critical' as const, 'high' as const, 'medium' as const, 'low' as const);
    const crowd = fc.array(fc.tuple(severity, fc.boolean(), fc.integer({ min: 0, max: 10 })), { minLength: 90, maxLength: 220 });
    fc.assert(
      fc.property(crowd, (parts) => {
        const findings = parts.map(([worth, listed, epss], index) =>
          at(`CVE-${index}`, { severity: worth, kev: listed ? 'listed' : 'not_listed', epss: { score: epss / 10, percentile: 0 } }),
        );
        const weight = { critical: 40, high: 30, medium: 18, low: 8 };
        const expected = parts.map(([worth, listed, epss]) => weight[worth] + (listed ? 15 : 0) + epss + 5).sort((a, b) => b - a);
        const paths = pathsIn(oneServer({}), findings);
        expect(paths.map(({ score }) => score)).toEqual(expected.slice(0, MAX_PATHS));
        expect(pathsIn(oneServer({}), [...findings].reverse())).toEqual(paths);
      }),
      { numRuns: 20 },
    );
  });
});
