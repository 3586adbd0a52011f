import { z } from 'zod';
import { findNode, impactOf } from '../../graph/search.js';
import { type GraphNode, nodeKinds } from '../../model/graph.js';
import type { ScanReport } from '../../model/report.js';
import { UsageError } from '../../support/errors.js';
import { takeExcerpt } from '../contract/answer.js';
import { cutShape, limitInput, reportInput } from '../contract/shapes.js';
import { defineTool } from '../contract/tool.js';
import { whichReport } from '../contract/which-report.js';

const nodeShape = z.object({ id: z.string(), kind: z.enum(nodeKinds), label: z.string() });

/** Impact of one node of the graph. */
export const blastRadiusTool = defineTool({
  name: 'blast_radius',
  title: 'What a compromise would reach',
  description:
    'Walks the graph of a scan from a package, server, agent, tool, credential, skill or finding to everything it bears on: dependents, MCP servers, agents, credentials and tools.',
  input: z.object({
    node: z.string().min(1).max(400).describe('label, id or purl'),
    kind: z.enum(nodeKinds).optional().describe('return only nodes of this kind'),
    ...reportInput,
    limit: limitInput,
  }),
  output: z.object({
    node: nodeShape,
    counts: z.record(z.string(), z.number().int()),
    reached: z.array(nodeShape.extend({ distance: z.number().int(), via: z.string() })).describe('nearest first'),
    ...cutShape,
  }),
  async run({ node: name, kind, limit, ...asked }, { access }) {
    const report = whichReport(access, asked);
    const node = nodeOf(report, name);
    const reached = impactOf(report.graph, node.id);
    const counts: Record<string, number> = {};
    for (const one of reached) counts[one.node.kind] = (counts[one.node.kind] ?? 0) + 1;
    const wanted = reached
      .filter((one) => kind === undefined || one.node.kind === kind)
      .map(({ node: { id, kind: own, label }, distance, via }) => ({ id, kind: own, label, distance, via }));
    const { items, truncated, hint } = takeExcerpt(wanted, limit, 'give kind, or raise limit');
    const { id, kind: own, label } = node;
    return { node: { id, kind: own, label }, counts, reached: items, truncated, ...(hint !== undefined && { hint }) };
  },
});

function nodeOf({ graph }: ScanReport, name: string): GraphNode {
  const found = findNode(graph, name);
  if ('node' in found) return found.node;
  const candidates = found.candidates.slice(0, 8).map((node) => `${node.kind} ${node.id}`);
  if (candidates.length === 0) throw new UsageError({ where: name, message: 'no such node', hint: 'name it by label, id or purl' });
  throw new UsageError({ where: name, message: `names ${found.candidates.length} nodes`, hint: `give the id: ${candidates.join(', ')}` });
}
