import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachBlastRadius } from '../../src/graph/blast-radius.js';
import { buildGraph } from '../../src/graph/build.js';
import { findNode, impactOf, shortestPath } from '../../src/graph/search.js';
import type { Graph } from '../../src/model/graph.js';
import { component, estate, finding } from '../support/estates.js';
import { wideEstate } from '../support/wide-estate.js';

const deep = component('deep', '1.0.0');
const older = component('deep', '0.9.0');
const entry = component('entry', '1.0.0', { dependencies: [deep.ref] });
const inventory = estate([deep, older, entry], entry.ref);
const hurt = finding('CVE-2020-1', { component: deep.ref, severity: 'critical' });
const graph = buildGraph(inventory, [hurt], { all: true });

const idOf = (name: string) => {
  const found = findNode(graph, name);
  return 'node' in found ? found.node.id : found.candidates.map((node) => node.id);
};

describe('a node by name', () => {
  it('is found by id, label, purl without version, and without regard to case', () => {
    expect(idOf('server:files')).toBe('server:files');
    expect(idOf('API_TOKEN')).toBe('credential:API_TOKEN');
    expect(idOf('api_token')).toBe('credential:API_TOKEN');
    expect(idOf('entry')).toBe(entry.ref);
    expect(idOf('pkg:npm/entry')).toBe(entry.ref);
    expect(idOf('deep@1.0.0')).toBe(deep.ref);
    expect(idOf('CVE-2020-1')).toBe(hurt.fingerprint);
  });

  it('is a choice where several fit, and nothing where none does', () => {
    expect(idOf('deep')).toEqual([deep.ref, older.ref]);
    expect(idOf('pkg:npm/deep')).toEqual([deep.ref, older.ref]);
    expect(idOf('nothing')).toEqual([]);
  });
});

describe('shortest path', () => {
  it('goes along edges in either direction and names each', () => {
    const steps = shortestPath(graph, 'agent:desktop', hurt.fingerprint);
    expect(steps?.map((step) => step.node.id)).toEqual(['agent:desktop', 'server:files', entry.ref, deep.ref, hurt.fingerprint]);
    expect(steps?.map((step) => step.edge?.kind)).toEqual([undefined, 'uses', 'runs', 'depends_on', 'affects']);
  });

  it('is the node itself from itself, and nothing between parts that no edge joins', () => {
    expect(shortestPath(graph, deep.ref, deep.ref)).toHaveLength(1);
    expect(shortestPath(graph, deep.ref, older.ref)).toBeUndefined();
    expect(shortestPath(graph, deep.ref, 'nothing')).toBeUndefined();
  });

  it('is as long as the distances of Floyd and Warshall say, in any graph, and a walk', () => {
    const graphs = fc.record({ size: fc.integer({ min: 1, max: 9 }), edges: fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 16 }) });
    fc.assert(
      fc.property(graphs, ({ size, edges }) => {
        const any: Graph = {
          nodes: Array.from({ length: size }, (_, n) => ({ id: `n${n}`, kind: 'package' as const, label: `n${n}` })),
          edges: edges
            .filter(([a, b]) => a < size && b < size)
            .map(([a, b]) => ({ from: `n${a}`, to: `n${b}`, kind: 'depends_on' as const })),
        };
        const distances = allDistances(any);
        for (let a = 0; a < size; a++) {
          for (let b = 0; b < size; b++) {
            const steps = shortestPath(any, `n${a}`, `n${b}`);
            expect(steps === undefined ? Number.POSITIVE_INFINITY : steps.length - 1).toBe(distances[a]?.[b]);
            for (const [at, { node, edge }] of (steps ?? []).entries()) {
              if (edge) expect([`${edge.from}>${edge.to}`, `${edge.to}>${edge.from}`]).toContain(`${steps?.[at - 1]?.node.id}>${node.id}`);
            }
          }
        }
      }),
    );
  });
});

function allDistances({ nodes, edges }: Graph): number[][] {
  const size = nodes.length;
  const number = (id: string) => Number(id.slice(1));
  const table = nodes.map((_, a) => nodes.map((__, b) => (a === b ? 0 : Number.POSITIVE_INFINITY)));
  const set = (a: number, b: number, value: number) => {
    const row = table[a];
    if (row && value < (row[b] ?? 0)) row[b] = value;
  };
  for (const { from, to } of edges) {
    set(number(from), number(to), 1);
    set(number(to), number(from), 1);
  }
  for (let k = 0; k < size; k++)
    for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) set(a, b, (table[a]?.[k] ?? 0) + (table[k]?.[b] ?? 0));
  return table;
}

describe('impact', () => {
  it('climbs from a package to its server, agent, credential and tool, nearest first', () => {
    expect(impactOf(graph, deep.ref).map(({ node, distance }) => `${distance} ${node.id}`)).toEqual([
      `1 ${entry.ref}`,
      '2 server:files',
      '3 agent:desktop',
      '3 credential:API_TOKEN',
      '3 tool:files/run',
    ]);
  });

  it('agrees with the blast radius of every finding of a wide estate', () => {
    const { inventory: wide, findings } = wideEstate(400);
    const whole = buildGraph(wide, findings);
    const reached = attachBlastRadius(whole, findings);
    expect(reached.some((one) => (one.blast_radius?.credentials.length ?? 0) > 0)).toBe(true);
    for (const { fingerprint, blast_radius: radius } of reached) {
      const impact = impactOf(whole, fingerprint);
      const of = (kind: string) =>
        impact
          .filter(({ node }) => node.kind === kind)
          .map(({ node }) => node.id)
          .sort();
      expect({ servers: of('server'), agents: of('agent'), credentials: of('credential'), tools: of('tool') }).toEqual(radius);
    }
  });
});
