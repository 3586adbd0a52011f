import { describe, expect, it } from 'vitest';
import { explain, findFindings } from '../../src/graph/explanation.js';
import { fixFirst, type Remedy } from '../../src/graph/fix-first.js';
import { findNode, impactOf, shortestPath } from '../../src/graph/search.js';
import type { Finding } from '../../src/model/finding.js';
import type { EdgeKind, Graph, GraphNode } from '../../src/model/graph.js';
import { finding } from '../support/estates.js';
import { agentEstate } from '../support/sample-estate.js';

const node = (kind: GraphNode['kind'], id: string, label = id): GraphNode => ({ id, kind, label });
const graphOf = (nodes: GraphNode[], ...edges: [string, EdgeKind, string][]): Graph => ({
  nodes,
  edges: edges.map(([from, kind, to]) => ({ from, kind, to })),
});

describe('a name of a node', () => {
  const graph = graphOf([
    node('package', 'pkg:npm/%40s/web@1.0.0', '@s/web@1.0.0'),
    node('package', 'pkg:npm/bare', 'bare'),
    node('package', 'pkg:deb/debian/curl@7.0?arch=amd64', 'curl@7.0'),
    node('package', 'pkg:npm/twin@1.0.0', 'twin@1.0.0'),
    node('package', 'pkg:npm/twin@2.0.0', 'twin@2.0.0'),
    node('server', 'server:Files', 'Files'),
    node('server', 'server:files', 'files'),
    node('agent', 'agent:me@home', 'me@home'),
  ]);
  const named = (name: string) => {
    const found = findNode(graph, name);
    return 'node' in found ? found.node.id : found.candidates.map(({ id }) => id);
  };

  it.each<[string, string | string[]]>([
    ['@s/web', 'pkg:npm/%40s/web@1.0.0'],
    ['pkg:npm/%40s/web', 'pkg:npm/%40s/web@1.0.0'],
    ['pkg:deb/debian/curl', 'pkg:deb/debian/curl@7.0?arch=amd64'],
    ['curl', 'pkg:deb/debian/curl@7.0?arch=amd64'],
    ['bare', 'pkg:npm/bare'],
    ['twin', ['pkg:npm/twin@1.0.0', 'pkg:npm/twin@2.0.0']],
    ['twin@2.0.0', 'pkg:npm/twin@2.0.0'],
    ['TWIN@2.0.0', 'pkg:npm/twin@2.0.0'],
    ['PKG:NPM/BARE', 'pkg:npm/bare'],
    ['Files', 'server:Files'],
    ['files', 'server:files'],
    ['FILES', ['server:Files', 'server:files']],
    ['me', []],
    ['', []],
  ])('%j is %j', (name, expected) => expect(named(name)).toEqual(expected));
});

describe('a walk through the graph', () => {
  it('is one of the shortest, the first in the order of edges, and needs both ends', () => {
    const graph = graphOf(
      ['a', 'b', 'c', 'd'].map((id) => node('package', id)),
      ['a', 'depends_on', 'c'],
      ['a', 'depends_on', 'b'],
      ['b', 'depends_on', 'd'],
      ['c', 'depends_on', 'd'],
      ['d', 'depends_on', 'a'],
    );
    expect(shortestPath(graph, 'b', 'c')?.map((step) => step.node.id)).toEqual(['b', 'd', 'c']);
    expect(shortestPath(graph, 'a', 'd')?.map((step) => step.edge)).toEqual([undefined, { from: 'd', to: 'a', kind: 'depends_on' }]);
    expect(shortestPath(graph, 'nowhere', 'a')).toBeUndefined();
    expect(shortestPath(graph, 'nowhere', 'nowhere')).toBeUndefined();
  });
});

describe('what a compromise bears on', () => {
  const graph = graphOf(
    [
      node('finding', 'f'),
      node('package', 'p'),
      node('package', 'q'),
      node('server', 's'),
      node('server', 't'),
      node('agent', 'a'),
      node('skill', 'k'),
      node('tool', 'x'),
      node('credential', 'c'),
      node('model', 'm'),
    ],
    ['f', 'affects', 'p'],
    ['q', 'depends_on', 'p'],
    ['p', 'depends_on', 'q'],
    ['s', 'runs', 'q'],
    ['a', 'uses', 's'],
    ['a', 'uses', 't'],
    ['k', 'instructs', 'a'],
    ['k', 'contains', 'p'],
    ['s', 'offers', 'x'],
    ['t', 'holds', 'c'],
    ['k', 'contains', 'm'],
  );

  it.each<[string, string[]]>([
    ['f', ['1 p f', '2 q p', '3 s q', '4 a s', '4 x s']],
    ['p', ['1 q p', '2 s q', '3 a s', '3 x s']],
    ['t', ['1 a t', '1 c t']],
    ['a', ['1 s a', '1 t a', '2 c t', '2 x s']],
    ['k', ['1 a k', '2 s a', '2 t a', '3 c t', '3 x s']],
    ['x', ['1 s x', '2 a s']],
    ['c', ['1 t c', '2 a t']],
    ['m', ['1 k m', '2 a k', '3 s a', '3 t a', '4 c t', '4 x s']],
    ['nowhere', []],
  ])('from %s: distance, node and the one before', (id, expected) => {
    expect(impactOf(graph, id).map((one) => `${one.distance} ${one.node.id} ${one.via}`)).toEqual(expected);
  });

  it('is the same for any order of edges', () => {
    for (const { id } of graph.nodes) {
      const forward = impactOf(graph, id).map((one) => `${one.distance} ${one.node.id}`);
      expect(impactOf({ ...graph, edges: [...graph.edges].reverse() }, id).map((one) => `${one.distance} ${one.node.id}`)).toEqual(forward);
    }
  });
});

describe('findings a person means', () => {
  const report = agentEstate();
  const [worst] = report.findings;
  if (!worst) throw new Error('no finding');
  const ids = (name: string) => findFindings(report, name).map(({ id }) => id);

  it.each<[string, string[]]>([
    ['CVE-2018-20834', ['CVE-2018-20834']],
    ['cve-2018-20834', ['CVE-2018-20834']],
    ['ghsa-J44M-qm6p-hp7m', ['CVE-2018-20834']],
    ['unpinned-package', ['unpinned-package']],
    ['tar', ['CVE-2018-20834', 'CVE-2021-32803']],
    ['TAR@4.4.1', ['CVE-2018-20834', 'CVE-2021-32803']],
    ['tar@v4.4.1', ['CVE-2018-20834', 'CVE-2021-32803']],
    ['tar==4.4.1', ['CVE-2018-20834', 'CVE-2021-32803']],
    ['pkg:npm/tar@4.4.1', ['CVE-2018-20834', 'CVE-2021-32803']],
    ['tar@4.4.2', []],
    ['mcp-files', []],
    ['server:shell', []],
  ])('%s', (name, expected) => expect(ids(name)).toEqual(expected));

  it('goes by a whole fingerprint before all else, and by six characters of one', () => {
    expect(ids(worst.fingerprint)).toEqual([worst.id]);
    const other = { ...worst, fingerprint: 'abcdef0123', id: 'CVE-2', aliases: ['abcdef'] };
    const third = { ...worst, fingerprint: 'abcdef9999', id: 'CVE-3', aliases: [], advisories: [] };
    const some = { ...report, findings: [other, third] };
    expect(findFindings(some, 'abcdef0123').map(({ id }) => id)).toEqual(['CVE-2']);
    expect(findFindings({ ...some, findings: [{ ...third, aliases: ['abcdef0123'] }, other] }, 'abcdef0123').map(({ id }) => id)).toEqual([
      'CVE-2',
    ]);
    expect(findFindings({ ...some, findings: [{ ...third, rule: 'Loose-Version' }, other] }, 'loose-version').map(({ id }) => id)).toEqual([
      'CVE-3',
    ]);
    expect(findFindings(some, 'abcdef').map(({ id }) => id)).toEqual(['CVE-2']);
    expect(findFindings(some, 'abcdef9').map(({ id }) => id)).toEqual(['CVE-3']);
    expect(findFindings({ ...some, findings: [third] }, 'abcdef').map(({ id }) => id)).toEqual(['CVE-3']);
    expect(findFindings({ ...some, findings: [third] }, 'abcde')).toEqual([]);
  });

  it('are explained by package, subject, ways and steps of their own', () => {
    const all = explain(report, report.findings);
    expect(all.map(({ finding: one }) => one)).toEqual(report.findings);
    const [of] = all;
    expect(of?.component?.name).toBe('tar');
    expect(of).not.toHaveProperty('subject');
    expect(of?.paths.length).toBeGreaterThan(0);
    for (const { finding: one, paths, steps } of all) {
      expect(paths).toEqual(report.exposure_paths.filter((path) => path.finding === one.fingerprint));
      expect(steps).toEqual(report.fix_first.filter((step) => step.findings.includes(one.fingerprint)));
    }
    const rule = all.find(({ finding: one }) => one.id === 'unpinned-package');
    expect(rule?.subject).toMatchObject({ id: 'server:shell', kind: 'server' });
    expect(rule).not.toHaveProperty('component');
  });
});

describe('a step of what to do first', () => {
  const at = (id: string, over: Partial<Finding> = {}) => finding(id, { fingerprint: id, severity: 'low', ...over });
  const step = (subject: string, clears: Finding[], over: Partial<Remedy> = {}): Remedy => ({
    subject,
    kind: 'upgrade',
    action: `upgrade ${subject}`,
    clears,
    ...over,
  });
  const path = (of: string) => ({ id: of, finding: of, nodes: [], score: 1, why: '' });

  it.each<[Partial<Finding>, number]>([
    [{ severity: 'critical' }, 40],
    [{ severity: 'high' }, 20],
    [{ severity: 'medium' }, 8],
    [{ severity: 'unknown' }, 8],
    [{ severity: 'low' }, 2],
    [{ severity: 'none' }, 0],
    [{ kind: 'malicious', severity: 'low' }, 100],
    [{ kind: 'malicious', severity: 'low', kev: 'listed' }, 150],
    [{ severity: 'high', kev: 'listed' }, 30],
    [{ severity: 'high', kev: 'not_checked' }, 20],
  ])('that clears a finding with %j is worth %i', (over, score) => {
    expect(fixFirst([step('a', [at('f', over)])], []).map((one) => one.score)).toEqual([score]);
  });

  it('is worth ten more for each way that it ends, the sum of all it clears', () => {
    const clears = [at('g', { severity: 'high' }), at('f')];
    expect(fixFirst([step('a', clears, { command: 'npm i' })], [path('f'), path('g'), path('f'), path('other')])).toEqual([
      { component: 'a', action: 'upgrade a', command: 'npm i', tier: 'high', findings: ['f', 'g'], paths: 3, score: 52 },
    ]);
    expect(fixFirst([step('a', [at('f')])], [])[0]).not.toHaveProperty('command');
  });

  it('that is the same in each of several places is worth that of the worst place', () => {
    const clears = [at('f'), at('g', { severity: 'high' }), at('h', { severity: 'high' })];
    expect(fixFirst([step('a', clears, { kind: 'correct' })], [path('f'), path('f')])).toMatchObject([{ score: 22, paths: 2 }]);
  });

  it.each<[Partial<Finding>, Remedy['kind'], number, string]>([
    [{ severity: 'critical' }, 'upgrade', 0, 'critical'],
    [{ severity: 'critical' }, 'upgrade', 1, 'critical-exposed'],
    [{ severity: 'critical', blast_radius: { servers: ['s'], agents: [], credentials: ['c'], tools: [] } }, 'upgrade', 0, 'critical'],
    [{ severity: 'none' }, 'correct', 0, 'low'],
    [{ severity: 'low' }, 'remove', 0, 'malicious'],
    [{ severity: 'low', kind: 'malicious' }, 'upgrade', 0, 'malicious'],
    [{ severity: 'medium', kev: 'listed' }, 'upgrade', 0, 'exploited'],
  ])('for a finding with %j, to %s, with %i ways is %s', (over, kind, ways, tier) => {
    expect(
      fixFirst(
        [step('a', [at('f', over)], { kind })],
        Array.from({ length: ways }, () => path('f')),
      )[0]?.tier,
    ).toBe(tier);
  });

  it('is listed with nineteen others at most, equals by what changes and by what to do, and never without effect', () => {
    const many = Array.from({ length: 25 }, (_, index) => step(`s${String(index).padStart(2, '0')}`, [at(`f${index}`)]));
    const expected = many.slice(0, 20).map(({ subject }) => subject);
    expect(fixFirst([...many].reverse(), []).map(({ component }) => component)).toEqual(expected);
    expect(fixFirst(many, []).map(({ component }) => component)).toEqual(expected);
    const actions = ['b', 'a', 'c'].map((action) => step('same', [at(action)], { action }));
    expect(fixFirst(actions, []).map(({ action }) => action)).toEqual(['a', 'b', 'c']);
    expect(fixFirst([step('idle', [])], [])).toEqual([]);
  });
});
