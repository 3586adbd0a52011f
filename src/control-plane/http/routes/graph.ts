import type { graphRoutes } from '../../../api/graph.js';
import { impactIn, shortestWalk } from '../../../graph/search.js';
import type { GraphEdge } from '../../../model/graph.js';
import { BadRequest, NotFound } from '../../failures.js';
import { changeKinds, type NetChange } from '../../knowledge/graph-diff.js';
import type { GraphModel } from '../../knowledge/graph-model.js';
import { knowledgeOf } from '../../knowledge/knowledge.js';
import { knownNodes, plainNode } from '../../knowledge/merged-graph.js';
import type { ModelNode } from '../../knowledge/model-node.js';
import { around, partOf, subgraphOf } from '../../knowledge/neighbourhood.js';
import type { TenantStore } from '../../store/layer/store.js';
import { ageHeader } from '../age-header.js';
import type { Handlers } from '../call.js';
import type { ControlPlane } from '../plane.js';

/** Limit of changes that one difference reads; above it the answer is marked as truncated. */
const MAX_CHANGES = 5000;

/** Limit of nodes that one export holds. */
const MAX_EXPORTED = 5000;

/** Later than every time. */
const ALWAYS = '9999';

export const graphHandlers: Handlers<typeof graphRoutes> = {
  getGraph: async ({ store, plane, query }) => {
    const { kind, severity, source_id, limit = 1000 } = query;
    const isFiltered = kind !== undefined || severity !== undefined || source_id !== undefined;
    const isWanted = (node: ModelNode) =>
      (kind === undefined || node.kind === kind) &&
      (severity === undefined || node.severity === severity) &&
      (source_id === undefined || node.sources.includes(source_id));
    return { body: partOf(await graphOf(plane, store), limit, isFiltered ? isWanted : undefined) };
  },
  exportTenantGraph: {
    async prepare({ plane, principal, query }) {
      const { node_id, depth = 2 } = query;
      // Rendered before the transaction, which only writes the audit event.
      const part = await plane.store.read(principal.tenantId, async (store) => {
        const graph = await graphOf(plane, store);
        return node_id === undefined
          ? partOf(graph, MAX_EXPORTED)
          : subgraphOf(graph, around(graph, requireNode(graph, node_id).id, depth), MAX_EXPORTED);
      });
      const { graphMl } = await import('../../../report/graph/graphml.js');
      const headers = { 'content-disposition': 'attachment; filename="graph.graphml"', 'x-truncated': String(part.truncated) };
      const body = [...graphMl(part)].join('');
      const details = { nodes: part.nodes.length, total_nodes: part.total_nodes };
      return async () => ({ body, headers, audit: { details } });
    },
  },
  searchGraph: async ({ store, plane, query }) => {
    const { q, kind, limit = 50 } = query;
    const isWanted = kind === undefined ? undefined : (node: ModelNode) => node.kind === kind;
    const { items, total } = (await graphOf(plane, store)).search(q, limit, isWanted);
    const ids = items.map(({ id }) => id);
    return { body: { items: await knownNodes(store, ids), total, truncated: total > limit } };
  },
  getNode: async ({ store, plane, params, query }) => {
    const { depth = 1, limit = 500 } = query;
    const graph = await graphOf(plane, store);
    const { id } = requireNode(graph, params.node_id);
    const ids = around(graph, id, depth);
    const part = subgraphOf(graph, ids, limit);
    const [node] = await knownNodes(store, [id]);
    if (!node) throw new NotFound('graph node');
    return { body: { node, ...part, left_out: kindsOf(graph, ids.slice(limit)) } };
  },
  getImpact: async ({ store, plane, params, query }) => {
    const { limit = 500 } = query;
    const graph = await graphOf(plane, store);
    const node = requireNode(graph, params.node_id);
    const reached = impactIn(graph, node.id);
    const by_kind: Record<string, number> = {};
    for (const { node: one } of reached) by_kind[one.kind] = (by_kind[one.kind] ?? 0) + 1;
    const items = reached.slice(0, limit).map(({ node: one, via, distance }) => {
      const [edge] = edgeBetween(graph, via, one.id);
      return { node: plainNode(one), distance, via, ...(edge && { edge }) };
    });
    return { body: { node: plainNode(node), items, by_kind, total: reached.length, truncated: reached.length > items.length } };
  },
  findPath: async ({ store, plane, query }) => {
    const graph = await graphOf(plane, store);
    const [from, to] = [requireNode(graph, query.from), requireNode(graph, query.to)];
    const walk = shortestWalk(graph, from.id, to.id);
    const steps = walk?.map(({ node, ...rest }) => ({ node: plainNode(node), ...rest })) ?? [];
    return { body: { found: walk !== undefined, length: walk ? walk.length - 1 : null, steps } };
  },
  listExposurePaths: async ({ store, plane, query }) => {
    const { severity, source_id, limit = 50 } = query;
    const knowledge = await knowledgeOf(plane.store, store, plane.clock());
    const { exposure, ageMs } = await knowledge.exposure();
    const graph = await knowledge.graph();
    const wanted = exposure.paths.filter(
      ({ finding, sourceIds }) =>
        (severity === undefined || finding.severity === severity) && (source_id === undefined || sourceIds.includes(source_id)),
    );
    const items = wanted.slice(0, limit).map(({ path, finding, findingId }) => ({
      id: path.id,
      score: path.score,
      why: path.why,
      ...(path.left_out !== undefined && { left_out: path.left_out }),
      finding: { finding_id: findingId, id: finding.id, kind: finding.kind, severity: finding.severity, title: finding.title },
      nodes: path.nodes.flatMap((id) => shownNode(graph.nodes.get(id))),
      edges: linksOf(graph, path.nodes),
    }));
    return { headers: ageHeader(ageMs), body: { items, total: wanted.length, truncated: wanted.length > items.length } };
  },
  diffGraph: async ({ store, plane, query }) => {
    const { from, to, source_id, limit = 500 } = query;
    if (to !== undefined && to < from) throw new BadRequest('to: must not lie before from');
    const knowledge = await knowledgeOf(plane.store, store, plane.clock());
    const { net, cut } = await knowledge.changes({ from, to: to ?? ALWAYS, sourceId: source_id, limit: MAX_CHANGES });
    const items = net.slice(0, limit).map(({ document, ...change }) => ({ ...change, [change.item]: document }));
    const truncated = cut || net.length > items.length;
    return { body: { from, to: to ?? null, nodes: countsOf(net, 'node'), edges: countsOf(net, 'edge'), items, truncated } };
  },
};

async function graphOf(plane: ControlPlane, store: TenantStore): Promise<GraphModel> {
  return (await knowledgeOf(plane.store, store, plane.clock())).graph();
}

function requireNode({ nodes }: GraphModel, id: string): ModelNode {
  const node = nodes.get(id);
  if (!node) throw new NotFound('graph node');
  return node;
}

function shownNode(node: ModelNode | undefined) {
  return node ? [plainNode(node)] : [];
}

/** The edge that joins two nodes, whichever end it begins at. */
function edgeBetween(graph: GraphModel, one: string | undefined, other: string): GraphEdge[] {
  if (one === undefined) return [];
  const along = (from: string, to: string) => graph.out(from).flatMap(({ id, kind }) => (id === to ? [{ from, to, kind }] : []));
  return [...along(one, other), ...along(other, one)].slice(0, 1);
}

function countsOf(net: readonly NetChange[], item: NetChange['item']): Record<string, number> {
  const count = (change: string) => net.filter((one) => one.item === item && one.change === change).length;
  return Object.fromEntries(changeKinds.map((change) => [change, count(change)]));
}

function kindsOf(graph: GraphModel, ids: readonly string[]): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const id of ids) {
    const kind = graph.nodes.get(id)?.kind;
    if (kind !== undefined) kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

/** The edges that join each node of a chain to the next. */
function linksOf(graph: GraphModel, ids: readonly string[]): GraphEdge[] {
  return ids.flatMap((id, at) => edgeBetween(graph, ids[at - 1], id));
}
