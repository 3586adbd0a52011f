import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachBlastRadius } from '../../src/graph/blast-radius.js';
import { buildGraph } from '../../src/graph/build.js';
import { exposurePaths } from '../../src/graph/exposure.js';
import { fixFirst } from '../../src/graph/fix-first.js';
import type { Graph } from '../../src/model/graph.js';
import { emptyInventory, type Inventory } from '../../src/model/inventory.js';
import { component, estate, finding } from '../support/estates.js';

const deep = component('deep', '1.0.0');
const middle = component('middle', '1.0.0', { dependencies: [deep.ref] });
const entry = component('entry', '1.0.0', { dependencies: [middle.ref] });
const aside = component('aside', '1.0.0');

describe('exposure', () => {
  const inventory = estate([deep, middle, entry, aside], entry.ref);
  const hurt = finding('CVE-2020-1', { component: deep.ref, severity: 'critical', kev: 'listed' });
  const graph = buildGraph(inventory, [hurt]);
  const [reached] = attachBlastRadius(graph, [hurt]);

  it('reaches server, agent, credential and tool through dependencies', () => {
    expect(reached?.blast_radius).toEqual({
      servers: ['server:files'],
      agents: ['agent:desktop'],
      credentials: ['credential:API_TOKEN'],
      tools: ['tool:files/run'],
    });
  });

  it('walks from the finding to the credential and explains its score', () => {
    const [path] = exposurePaths(graph, reached ? [reached] : [], inventory.tools);
    expect(path?.nodes).toEqual([hurt.fingerprint, deep.ref, middle.ref, entry.ref, 'server:files', 'credential:API_TOKEN']);
    expect(path).toMatchObject({ score: 75, why: 'critical 40 + known to be exploited 15 + 1 credential 5 + execute tool 15' });
  });

  it('begins at no remark without severity', () => {
    const remark = finding('remote-server', { component: deep.ref, severity: 'none' });
    expect(exposurePaths(graph, attachBlastRadius(graph, [remark]), inventory.tools)).toEqual([]);
  });

  it('goes once where a rule applies to one server in several clients', () => {
    const said = { subject: 'server:files', rule: 'old-version' };
    const twice = [finding('old-version', said), { ...finding('old-version', said), fingerprint: 'another-place' }];
    const other = finding('loose-version', { ...said, rule: 'loose-version' });
    const findings = attachBlastRadius(graph, [...twice, other]);
    const paths = exposurePaths(graph, findings, inventory.tools);
    expect(paths.map(({ nodes }) => nodes.slice(1))).toEqual(Array(2).fill(['server:files', 'credential:API_TOKEN']));
    expect(new Set(paths.map(({ finding: of }) => findings.find(({ fingerprint }) => fingerprint === of)?.id)).size).toBe(2);
  });

  it('leaves packages that bear on nothing out, unless all are asked for', () => {
    expect(graph.nodes.map((node) => node.id)).not.toContain(aside.ref);
    expect(buildGraph(inventory, [hurt], { all: true }).nodes.map((node) => node.id)).toContain(aside.ref);
  });

  it('gives no path for what is suppressed or reached by no server', () => {
    const lone = finding('CVE-2020-2', { component: aside.ref });
    const findings = attachBlastRadius(buildGraph(inventory, [lone]), [lone, { ...hurt, suppressed: { by: 'ignore', reason: 'tested' } }]);
    expect(exposurePaths(graph, findings, inventory.tools)).toEqual([]);
    expect(findings[0]?.blast_radius?.servers).toEqual([]);
  });

  it('puts the step that clears most first', () => {
    const other = finding('CVE-2020-3', { component: aside.ref, severity: 'low' });
    const paths = exposurePaths(graph, reached ? [reached] : [], inventory.tools);
    const steps = fixFirst(
      [
        { subject: aside.ref, kind: 'upgrade', action: 'upgrade aside@1.0.0 to 2.0.0', clears: [other] },
        {
          subject: deep.ref,
          kind: 'upgrade',
          action: 'upgrade deep@1.0.0 to 1.0.1',
          command: 'npm install deep@1.0.1',
          clears: [hurt],
        },
      ],
      paths,
    );
    expect(steps.map(({ action, score, paths: ended }) => ({ action, score, ended }))).toEqual([
      { action: 'upgrade deep@1.0.0 to 1.0.1', score: 70, ended: 1 },
      { action: 'upgrade aside@1.0.0 to 2.0.0', score: 2, ended: 0 },
    ]);
  });
});

/** Random estates: components with edges to later ones and back, servers running some, agents using some servers. */
const estates = fc.record({
  edges: fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 60 }),
  runs: fc.array(fc.tuple(fc.nat(3), fc.nat(19)), { maxLength: 8 }),
  uses: fc.array(fc.tuple(fc.nat(2), fc.nat(3)), { maxLength: 6 }),
  holds: fc.array(fc.tuple(fc.nat(3), fc.nat(4)), { maxLength: 6 }),
  hurt: fc.array(fc.nat(19), { minLength: 1, maxLength: 5 }),
});

function build(shape: typeof estates extends fc.Arbitrary<infer T> ? T : never): Inventory {
  const components = Array.from({ length: 20 }, (_, index) => {
    const dependencies = shape.edges.filter(([from]) => from === index).map(([, to]) => `pkg:npm/c${to}@1.0.0`);
    return component(`c${index}`, '1.0.0', { dependencies: [...new Set(dependencies)].sort() });
  });
  const base = estate([], '');
  const [template] = base.servers;
  if (!template) throw new Error('no template');
  return {
    ...emptyInventory(),
    components,
    servers: [0, 1, 2, 3].map((n) => ({
      ...template,
      ref: `server:${n}`,
      components: shape.runs.filter(([s]) => s === n).map(([, c]) => `pkg:npm/c${c}@1.0.0`),
    })),
    agents: [0, 1, 2].map((n) => ({
      ref: `agent:${n}`,
      client: 'x',
      path: 'x',
      servers: shape.uses.filter(([a]) => a === n).map(([, s]) => `server:${s}`),
    })),
    credentials: [0, 1, 2, 3, 4].map((n) => ({
      ref: `credential:${n}`,
      name: 'X',
      kind: 'env' as const,
      servers: shape.holds.filter(([, c]) => c === n).map(([s]) => `server:${s}`),
    })),
  };
}

/** Servers from which a component can be reached, by the dumbest search there is. */
function bruteForce(graph: Graph, target: string): string[] {
  const reaches = (from: string, seen: Set<string>): boolean =>
    graph.edges.some((edge) => {
      if (edge.from !== from || seen.has(edge.to) || (edge.kind !== 'runs' && edge.kind !== 'depends_on')) return false;
      return edge.to === target || reaches(edge.to, seen.add(edge.to));
    });
  return graph.nodes
    .filter((node) => node.kind === 'server' && reaches(node.id, new Set()))
    .map((node) => node.id)
    .sort();
}

describe('any estate', () => {
  it('has paths that are walks, and blast radii that brute force agrees with', () => {
    fc.assert(
      fc.property(estates, (shape) => {
        const inventory = build(shape);
        const findings = [...new Set(shape.hurt)].map((n) => finding(`CVE-1-${n}`, { component: `pkg:npm/c${n}@1.0.0` }));
        const graph = buildGraph(inventory, findings);
        const joined = new Set(graph.edges.flatMap(({ from, to }) => [`${from}\n${to}`, `${to}\n${from}`]));
        const reached = attachBlastRadius(graph, findings);
        for (const { component: ref, blast_radius } of reached) expect(blast_radius?.servers).toEqual(bruteForce(graph, ref ?? ''));
        for (const path of exposurePaths(graph, reached, inventory.tools)) {
          for (let at = 1; at < path.nodes.length; at++) expect(joined).toContain(`${path.nodes[at - 1]}\n${path.nodes[at]}`);
          expect(path.score).toBeGreaterThanOrEqual(0);
          expect(path.score).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
