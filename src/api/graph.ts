import { z } from 'zod';
import { edgeKinds, nodeKinds } from '../model/graph.js';
import { severities } from '../model/severity.js';
import { id, json, line, moment, time } from './fields.js';
import { routeTable } from './route.js';

const node = z.object({ id: z.string(), kind: z.enum(nodeKinds), label: z.string(), severity: z.enum(severities).optional() });
const edge = z.object({ from: z.string(), to: z.string(), kind: z.enum(edgeKinds) });

/** A part of the graph; `truncated` is true when a limit left something out. */
const subgraph = {
  nodes: z.array(node),
  edges: z.array(edge),
  total_nodes: z.number().int(),
  total_edges: z.number().int(),
  truncated: z.boolean(),
};

export const knownNode = node.extend({
  sources: z.array(z.string()),
  first_seen: time,
  last_seen: time,
  properties: json,
});

const nodeId = z.object({ node_id: line(500) });
const counts = z.object({ added: z.number().int(), changed: z.number().int(), removed: z.number().int() });
const upTo = (most: number) => z.coerce.number().int().min(1).max(most).optional();

const read = { method: 'GET', role: 'viewer', scope: 'read', status: 200 } as const;

/**
 * Routes of the graph that joins the packages, servers, agents, tools, credentials, skills, models and findings of all
 * sources.
 */
export const graphRoutes = routeTable({
  getGraph: {
    ...read,
    path: '/v1/graph',
    summary: 'Load the graph or a part of it, worst nodes first',
    query: z.object({
      kind: z.enum(nodeKinds).optional(),
      severity: z.enum(severities).optional(),
      source_id: id('src').optional(),
      limit: upTo(5000),
    }),
    response: z.object(subgraph),
  },
  exportTenantGraph: {
    ...read,
    path: '/v1/graph/export',
    summary: 'Export the graph, or the part around a node, as GraphML; at most 5000 nodes, the worst first',
    audit: 'graph.export',
    query: z.object({
      format: z.enum(['graphml']).optional(),
      node_id: line(500).optional(),
      depth: z.coerce.number().int().min(1).max(3).optional(),
    }),
    produces: 'application/xml',
    errors: [404],
  },
  searchGraph: {
    ...read,
    path: '/v1/graph/search',
    summary: 'Find nodes whose label or id holds all words',
    query: z.object({ q: line(), kind: z.enum(nodeKinds).optional(), limit: upTo(200) }),
    response: z.object({ items: z.array(knownNode), total: z.number().int(), truncated: z.boolean() }),
  },
  getNode: {
    ...read,
    path: '/v1/graph/nodes/{node_id}',
    summary: 'Load one node with its neighbours, up to three steps around it',
    params: nodeId,
    query: z.object({ depth: z.coerce.number().int().min(1).max(3).optional(), limit: upTo(5000) }),
    /** `left_out`: how many nodes of each kind the limit left out. */
    response: z.object({ node: knownNode, ...subgraph, left_out: z.record(z.string(), z.number().int()) }),
    errors: [404],
  },
  getImpact: {
    ...read,
    path: '/v1/graph/impact/{node_id}',
    summary: 'Say what a compromise of a node would bear on, nearest first',
    params: nodeId,
    query: z.object({ limit: upTo(2000) }),
    response: z.object({
      node,
      /** `via` is the node before it, which `edge` joins it to. */
      items: z.array(z.object({ node, distance: z.number().int(), via: z.string(), edge: edge.optional() })),
      by_kind: z.record(z.string(), z.number().int()),
      total: z.number().int(),
      truncated: z.boolean(),
    }),
    errors: [404],
  },
  findPath: {
    ...read,
    path: '/v1/graph/paths',
    summary: 'Find a shortest way between two nodes, along edges in either direction',
    query: z.object({ from: line(500), to: line(500) }),
    response: z.object({
      found: z.boolean(),
      length: z.number().int().nullable(),
      steps: z.array(z.object({ node, edge: edge.optional() })),
    }),
    errors: [404],
  },
  listExposurePaths: {
    ...read,
    path: '/v1/graph/exposure-paths',
    summary: 'List the ways from open findings to what they endanger, highest score first',
    query: z.object({ severity: z.enum(severities).optional(), source_id: id('src').optional(), limit: upTo(100) }),
    response: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          score: z.number().int(),
          why: z.string(),
          /** On the best path of a finding: how many further roles that hold data have no path of their own. Absent: none. */
          left_out: z.number().int().optional(),
          finding: z.object({ finding_id: z.string(), id: z.string(), kind: z.string(), severity: z.enum(severities), title: z.string() }),
          /** The chain in its order, from the finding's package or subject to what it endangers. */
          nodes: z.array(node),
          /** The edges between each node and the next, in either direction. */
          edges: z.array(edge),
        }),
      ),
      total: z.number().int(),
      truncated: z.boolean(),
    }),
  },
  diffGraph: {
    ...read,
    path: '/v1/graph/diff',
    summary: 'Say what came, changed and went between two times, net of what came and went again',
    query: z.object({ from: moment, to: moment.optional(), source_id: id('src').optional(), limit: upTo(2000) }),
    response: z.object({
      from: time,
      to: time.nullable(),
      nodes: counts,
      edges: counts,
      items: z.array(
        z.object({
          item: z.enum(['node', 'edge']),
          change: z.enum(['added', 'changed', 'removed']),
          source_id: z.string(),
          changed_at: time,
          node: node.optional(),
          edge: edge.optional(),
        }),
      ),
      truncated: z.boolean(),
    }),
  },
});
