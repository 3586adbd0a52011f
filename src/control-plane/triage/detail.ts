import type { z } from 'zod';
import type { findingDetail } from '../../api/finding-detail.js';
import { ruleOf } from '../../detect/rule-catalogue.js';
import type { Finding } from '../../model/finding.js';
import { parsePurl } from '../../model/purl.js';
import { exceptionFor } from '../../policy/exceptions.js';
import { packageOf } from '../ingest/held-decisions.js';
import type { GraphModel } from '../knowledge/graph-model.js';
import { subgraphOf } from '../knowledge/neighbourhood.js';
import { historyOf } from '../store/audit-search.js';
import { ExceptionRepository, statusAt } from '../store/exceptions.js';
import { FindingGroups } from '../store/findings/finding-groups.js';
import { OriginRepository } from '../store/findings/finding-origins.js';
import type { FindingRow } from '../store/findings/findings.js';
import type { TenantStore } from '../store/layer/store.js';
import { appliedPolicies } from '../store/policy-bindings.js';
import { bestOf } from './best-fix.js';

type Detail = { [K in keyof typeof findingDetail]: z.input<(typeof findingDetail)[K]> };

/** Nodes that the graph of a finding shows. */
const MOST_NODES = 60;
const MOST_EVENTS = 50;

/** What one look at a finding answers. `now` in milliseconds. */
export async function detailOf(store: TenantStore, row: FindingRow, graph: GraphModel, now: number): Promise<Detail> {
  const { document: finding } = row;
  return {
    why: whyOf(finding),
    where: whereOf(finding, graph),
    reach: reachOf(finding, graph),
    remedy: await remedyOf(store, finding),
    suppressed: suppressedIn(finding),
    policies: await appliedPolicies(store, await new OriginRepository(store).sourcesOfOne(row)),
    exceptions: await exceptionsOf(store, row, now),
    history: await historyOf(store, { target_type: 'finding', target_id: row.finding_id }, MOST_EVENTS),
  };
}

function whyOf({ why, match, rule, component, evidence }: Finding): Detail['why'] {
  const known = rule === undefined ? undefined : ruleOf(rule);
  const version = component?.startsWith('pkg:') ? (parsePurl(component).version ?? null) : null;
  return {
    summary: why,
    match: match ? { ecosystem: match.ecosystem, name: match.name, version, range: match.range, event: match.event } : null,
    rule: rule === undefined ? null : { id: rule, title: known?.title ?? rule, rationale: known?.rationale ?? '' },
    evidence: evidence ?? null,
  };
}

function whereOf({ locations, subject }: Finding, { nodes }: GraphModel): Detail['where'] {
  const places = locations.map(({ path, line = null, pointer = null, image = null, layer = null, inner = null }) => ({
    kind: layer === null ? ('file' as const) : ('image_layer' as const),
    label: path,
    ...{ line, pointer, image, layer, inner },
    node_id: null,
    node_kind: null,
  }));
  const node = subject === undefined ? undefined : nodes.get(subject);
  if (!node) return places;
  const nowhere = { line: null, pointer: null, image: null, layer: null, inner: null };
  return [...places, { kind: 'node', label: node.label, ...nowhere, node_id: node.id, node_kind: node.kind }];
}

/** The ways along which a problem spreads: back to servers and agents, then to what those have. */
const BACK = new Set(['runs', 'depends_on', 'contains', 'uses', 'offers', 'follows', 'loads']);
const FORWARD = new Set(['offers', 'holds', 'uses']);

function reachOf({ component, subject, fingerprint }: Finding, graph: GraphModel): Detail['reach'] {
  const begin = [component, subject].filter((ref) => ref !== undefined && graph.nodes.has(ref)) as string[];
  const seen = new Set(begin);
  for (const at of seen) for (const { id, kind } of graph.into(at)) if (BACK.has(kind) && id !== fingerprint) seen.add(id);
  const found = [...seen];
  for (const at of found) {
    if (graph.nodes.get(at)?.kind !== 'server') continue;
    for (const { id, kind } of graph.out(at)) if (FORWARD.has(kind)) seen.add(id);
  }
  const ids = [...seen].filter((id) => graph.nodes.get(id)?.kind !== 'finding');
  const { nodes, edges, total_nodes, truncated } = subgraphOf(graph, ids, MOST_NODES);
  return { nodes, edges, total_nodes, truncated };
}

async function remedyOf(store: TenantStore, { fix, fixed_version, component }: Finding): Promise<Detail['remedy']> {
  const own = packageOf(component);
  // The text ends with the command, where there is one.
  const command = fixed_version === undefined ? undefined : fix.split(`${fixed_version}: `)[1]?.trim();
  const best = own === null ? null : await bestUpgradeOf(store, own);
  return { summary: fix, command: command ?? null, fixed_version: fixed_version ?? null, best };
}

async function bestUpgradeOf(store: TenantStore, own: string): Promise<Detail['remedy']['best']> {
  const filter = { package: [own], status: ['open'] };
  const groups = new FindingGroups(store);
  const best = bestOf(await groups.fixes('component', [own], filter));
  return best ? { ...best, of: await groups.countOf(filter) } : null;
}

function suppressedIn({ suppressed }: Finding): Detail['suppressed'] {
  return suppressed ? { by: suppressed.by, reason: suppressed.reason, expires: suppressed.expires ?? null } : null;
}

async function exceptionsOf(store: TenantStore, row: FindingRow, now: number): Promise<Detail['exceptions']> {
  const { document: finding } = row;
  const at = new Date(now).toISOString();
  const sources = await new OriginRepository(store).sourcesOfOne(row);
  const repository = new ExceptionRepository(store);
  const covering = exceptionFor({ ...finding, sources }, await repository.inForce(at), now)?.id;
  const rule = finding.rule === undefined ? [] : [finding.rule];
  const rows = await repository.naming([finding.id, ...finding.aliases, ...finding.advisories, ...rule]);
  return rows.map((row) => ({
    exception_id: row.exception_id,
    status: statusAt(row, at),
    covers: row.exception_id === covering,
    reason: row.reason,
    requested_by: row.requested_by,
    decided_by: row.decided_by,
    expires_at: row.expires_at,
  }));
}
