import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../src/graph/build.js';
import { excerptOf } from '../../src/graph/excerpt.js';
import { findFindings } from '../../src/graph/explanation.js';
import type { Graph } from '../../src/model/graph.js';
import { agentEstate } from '../support/sample-estate.js';
import { wideEstate, wideReport } from '../support/wide-estate.js';

const idsOf = (graph: Graph) => graph.nodes.map((node) => node.id).sort();
const joins = (graph: Graph) => graph.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`).sort();

describe('any graph', () => {
  it('has each node once and no edge without its ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 400 }), fc.boolean(), (size, all) => {
        const { inventory, findings } = wideEstate(size);
        const graph = buildGraph(inventory, findings, { all });
        const ids = new Set(idsOf(graph));
        expect(ids.size).toBe(graph.nodes.length);
        for (const { from, to } of graph.edges) expect([ids.has(from), ids.has(to)]).toEqual([true, true]);
      }),
      { numRuns: 30 },
    );
  });

  it('is the same graph whatever things are called and in whichever order they were found', () => {
    const { inventory, findings } = wideEstate(120);
    const graph = buildGraph(inventory, findings);
    const reversed = <T>(items: readonly T[]) => [...items].reverse();
    const renamed = buildGraph(
      {
        ...inventory,
        components: reversed(inventory.components),
        servers: reversed(inventory.servers).map((server) => ({ ...server, name: `${server.name} (renamed)` })),
        agents: reversed(inventory.agents).map((agent) => ({ ...agent, client: 'other' })),
        tools: reversed(inventory.tools),
      },
      reversed(findings),
    );
    expect(idsOf(renamed)).toEqual(idsOf(graph));
    expect(joins(renamed)).toEqual(joins(graph));
    expect(renamed.nodes.map((node) => node.label)).not.toEqual(graph.nodes.map((node) => node.label));
  });
});

describe('an excerpt', () => {
  it('keeps what lies among its nodes whole, and nothing else', () => {
    const report = wideReport(200);
    const [path] = report.exposure_paths;
    if (!path) throw new Error('no path');
    const part = excerptOf(report, path.nodes);
    expect(idsOf(part.graph)).toEqual([...path.nodes].sort());
    expect(part.exposure_paths).toContainEqual(path);
    expect(part.graph.edges.length).toBeGreaterThanOrEqual(path.nodes.length - 1);
    for (const { nodes } of part.exposure_paths) for (const id of nodes) expect(path.nodes).toContain(id);
  });
});

describe('findings by name', () => {
  it('never takes a short beginning for a fingerprint', () => {
    const report = agentEstate();
    expect(findFindings(report, 'fp1:C')).toEqual([]);
    expect(findFindings(report, 'fp1:CVE').length).toBeGreaterThan(1);
    expect(findFindings(report, '')).toEqual([]);
  });
});
