import type { z } from 'zod';
import type { asset, assetRoutes } from '../../../api/assets.js';
import { severities } from '../../../model/severity.js';
import { NotFound } from '../../failures.js';
import { assetPage, exceptedAbout, type OpenFindings, openFindings } from '../../knowledge/assets.js';
import type { GraphModel } from '../../knowledge/graph-model.js';
import { knowledgeOf } from '../../knowledge/knowledge.js';
import { type KnownNode, knownNodes } from '../../knowledge/merged-graph.js';
import { totalOf, zero } from '../../knowledge/summary.js';
import { FindingReader } from '../../store/findings/finding-reader.js';
import { pageOfRows } from '../../store/layer/paging.js';
import type { TenantStore } from '../../store/layer/store.js';
import { SourceRepository } from '../../store/sources.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

const MAX_RELATED = 200;
const MAX_FINDINGS = 50;

export const assetHandlers: Handlers<typeof assetRoutes> = {
  listAssets: async (call) => {
    const { store, plane, query } = call;
    const { kind, source_id, q, has_findings } = query;
    const knowledge = await knowledgeOf(plane.store, store, plane.clock());
    const [graph, covered] = [await knowledge.graph(), await knowledge.covered()];
    const excepted = exceptedAbout(covered);
    const request = pageRequest(call, 'assets');
    const [after] = request.after ?? [];
    const page = assetPage(graph, { kind, source_id, q, has_findings }, excepted, {
      most: request.limit + 1,
      ...(typeof after === 'string' && { after }),
    });
    const nodes = await knownNodes(store, page.ids);
    const open = await openFindings(store, nodes, covered);
    const rows = pageOfRows(
      request,
      nodes,
      ({ id }) => [id],
      (node) => shown(store.tenantId, node, open),
    );
    return { body: { ...rows, total: page.total } };
  },
  getAsset: async ({ store, plane, params }) => {
    const knowledge = await knowledgeOf(plane.store, store, plane.clock());
    const graph = await knowledge.graph();
    const [node] = graph.nodes.has(params.asset_id) ? await knownNodes(store, [params.asset_id]) : [];
    if (!node || node.kind === 'finding') throw new NotFound('asset');
    const related = relatedTo(graph, node);
    const findings = await findingsOf(store, node);
    return {
      body: {
        ...shown(store.tenantId, node, await openFindings(store, [node], await knowledge.covered())),
        source_details: await sourcesOf(store, node),
        findings: findings.slice(0, MAX_FINDINGS),
        related: related.slice(0, MAX_RELATED),
        truncated: related.length > MAX_RELATED || findings.length > MAX_FINDINGS,
      },
    };
  },
};

function shown(tenantId: string, node: KnownNode, open: OpenFindings): z.input<typeof asset> {
  const { id, kind, label, sources, first_seen, last_seen, properties } = node;
  const by_severity = open.get(id) ?? zero();
  const open_findings = { total: totalOf(by_severity), by_severity };
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

function relatedTo(graph: GraphModel, { id }: KnownNode) {
  const out = graph.out(id).map((hop) => ({ ...hop, direction: 'out' as const }));
  const into = graph.into(id).map((hop) => ({ ...hop, direction: 'in' as const }));
  return [...out, ...into].flatMap(({ id: other, kind: edge, direction }) => {
    const node = graph.nodes.get(other);
    return node && node.kind !== 'finding' ? [{ edge, direction, asset_id: other, kind: node.kind, name: node.label }] : [];
  });
}
