import type { z } from 'zod';
import type { asset, assetRoutes } from '../../../api/assets.js';
import { severities } from '../../../model/severity.js';
import { NotFound } from '../../failures.js';
import { knowledgeOf } from '../../knowledge/knowledge.js';
import type { KnownNode, MergedGraph } from '../../knowledge/merged-graph.js';
import { type Summary, zero } from '../../knowledge/summary.js';
import { FindingReader } from '../../store/finding-reader.js';
import { pageOfRows } from '../../store/paging.js';
import { SourceRepository } from '../../store/sources.js';
import type { TenantStore } from '../../store/store.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

const MAX_RELATED = 200;
const MAX_FINDINGS = 50;

export const assetHandlers: Handlers<typeof assetRoutes> = {
  listAssets: async (call) => {
    const { store, plane, query } = call;
    const { kind, source_id, q, has_findings } = query;
    const knowledge = await knowledgeOf(plane.store, store);
    const graph = await knowledge.graph(store);
    const summary = await knowledge.summary(store, plane.clock());
    const found = q === undefined ? undefined : new Set(graph.search(q).map(({ id }) => id));
    const matching = graph.byId.filter(
      (node) =>
        node.kind !== 'finding' &&
        (kind === undefined || node.kind === kind) &&
        (source_id === undefined || node.sources.includes(source_id)) &&
        (found === undefined || found.has(node.id)) &&
        (has_findings === undefined || has_findings === summary.byAsset.has(node.id)),
    );
    const request = pageRequest(call, 'assets');
    const [after] = request.after ?? [];
    const rest = typeof after === 'string' ? matching.filter(({ id }) => id > after) : matching;
    const page = pageOfRows(
      request,
      rest.slice(0, request.limit + 1),
      ({ id }) => [id],
      (node) => shown(store.tenantId, node, summary),
    );
    return { body: { ...page, total: matching.length } };
  },
  getAsset: async ({ store, plane, params }) => {
    const knowledge = await knowledgeOf(plane.store, store);
    const graph = await knowledge.graph(store);
    const node = graph.nodes.get(params.asset_id);
    if (!node || node.kind === 'finding') throw new NotFound('asset');
    const summary = await knowledge.summary(store, plane.clock());
    const related = relatedTo(graph, node);
    const findings = await findingsOf(store, node);
    return {
      body: {
        ...shown(store.tenantId, node, summary),
        source_details: await sourcesOf(store, node),
        findings: findings.slice(0, MAX_FINDINGS),
        related: related.slice(0, MAX_RELATED),
        truncated: related.length > MAX_RELATED || findings.length > MAX_FINDINGS,
      },
    };
  },
};

function shown(tenantId: string, node: KnownNode, { byAsset }: Summary): z.input<typeof asset> {
  const { id, kind, label, sources, first_seen, last_seen, properties } = node;
  const by_severity = byAsset.get(id) ?? zero();
  const total = severities.reduce((sum, severity) => sum + by_severity[severity], 0);
  const open_findings = { total, by_severity };
  return { asset_id: id, tenant_id: tenantId, kind, name: label, sources, first_seen, last_seen, properties, open_findings };
}

async function sourcesOf(store: TenantStore, { sources }: KnownNode) {
  const repository = new SourceRepository(store);
  const rows = await Promise.all(sources.slice(0, MAX_RELATED).map((id) => repository.find(id)));
  return rows.flatMap((row) =>
    row ? [{ source_id: row.source_id, kind: row.kind, display_name: row.display_name, owner: row.owner }] : [],
  );
}

async function findingsOf(store: TenantStore, { id }: KnownNode) {
  const found = await new FindingReader(store).touching([id], [id]);
  return found
    .map(({ findingId, finding }) => ({ finding_id: findingId, id: finding.id, severity: finding.severity, title: finding.title }))
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.finding_id < b.finding_id ? -1 : 1));
}

function relatedTo({ adjacency, nodes }: MergedGraph, { id }: KnownNode) {
  const out = adjacency.out(id).map((hop) => ({ ...hop, direction: 'out' as const }));
  const into = adjacency.into(id).map((hop) => ({ ...hop, direction: 'in' as const }));
  return [...out, ...into].flatMap(({ id: other, kind: edge, direction }) => {
    const node = nodes.get(other);
    return node && node.kind !== 'finding' ? [{ edge, direction, asset_id: other, kind: node.kind, name: node.label }] : [];
  });
}
