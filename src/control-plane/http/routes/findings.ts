import type { z } from 'zod';
import { triageStates } from '../../../api/finding-filter.js';
import type { findingRoutes, listedFinding } from '../../../api/findings.js';
import { ecosystemOfPurl } from '../../../ecosystems/registry.js';
import { radiusOfOne } from '../../../graph/blast-radius.js';
import type { Finding } from '../../../model/finding.js';
import { parsePurl } from '../../../model/purl.js';
import { severities } from '../../../model/severity.js';
import { redact } from '../../../support/redact.js';
import { Conflict, NotFound } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { packageOf, setsAsideMalice } from '../../ingest/held-decisions.js';
import { type Covered, exceptionOf } from '../../knowledge/covered.js';
import { knowledgeOf } from '../../knowledge/knowledge.js';
import { OriginRepository } from '../../store/findings/finding-origins.js';
import { FindingRepository, type FindingRow, type ListedFinding, MOST_COUNTED } from '../../store/findings/findings.js';
import { provenanceOf } from '../../store/provenance.js';
import { applyTriage, statusUnder } from '../../triage/apply.js';
import { detailOf } from '../../triage/detail.js';
import { groupedByAgent, groupedFindings } from '../../triage/grouped.js';
import { wantedFindings } from '../../triage/wanted.js';
import type { Call, Handlers, Reply } from '../call.js';
import { pageRequest } from '../page-request.js';
import { findingTriageHandlers } from './findings-triage.js';

export const findingHandlers: Handlers<typeof findingRoutes> = {
  ...findingTriageHandlers,
  listFindings: async (call) => {
    const { store, plane, query } = call;
    const { limit, cursor, sort, count, ...asked } = query;
    const knowledge = await knowledgeOf(plane.store, store, plane.clock());
    const covered = await knowledge.covered();
    const filter = await wantedFindings(store, asked, () => knowledge.currentExposure());
    const findings = new FindingRepository(store);
    const { items: rows, ...rest } = await findings.list({ ...filter, sort }, pageRequest(call, 'findings'), (row) => row);
    const sourcesOf = await new OriginRepository(store).sourcesOf(rows);
    const shown = (row: ListedFinding) =>
      shownFinding(store.tenantId, row, { exceptionId: exceptionIn(covered, row), sources: sourcesOf(row) });
    const page = { items: rows.map(shown), ...rest };
    if (count !== true) return { body: page };
    const total = await findings.matches(filter);
    return { body: { ...page, total: Math.min(total, MOST_COUNTED), total_is_capped: total > MOST_COUNTED } };
  },
  listFindingGroups: async (call) => {
    const { store, plane, query } = call;
    const { limit, cursor, by, ...asked } = query;
    const knowledge = await knowledgeOf(plane.store, store, plane.clock());
    const { q, ...filter } = await wantedFindings(store, asked, () => knowledge.currentExposure());
    const wanted =
      q === undefined ? filter : { ...filter, among: await new FindingRepository(store).idsOf({ ...filter, q }, MOST_COUNTED) };
    const page = pageRequest(call, 'finding-groups');
    if (by !== 'agent') return { body: await groupedFindings(store, { by, filter: wanted, page }) };
    const { nodes } = await knowledge.graph();
    const nameOf = (agent: string) => nodes.get(agent)?.label ?? agent;
    return { body: await groupedByAgent(store, { exposure: await knowledge.currentExposure(), filter: wanted, page, nameOf }) };
  },
  findingStats: async ({ store, plane }) => {
    const summary = await (await knowledgeOf(plane.store, store, plane.clock())).summary();
    const { total: open, excepted, kev, bySeverity, byKind, bySource } = summary;
    const by_source = [...bySource].map(([source_id, by_severity]) => ({ source_id, by_severity }));
    by_source.sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
    const by_kind = Object.fromEntries([...byKind].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { body: { open, excepted, kev, by_severity: bySeverity, by_kind, by_source } };
  },
  getFinding: async ({ store, plane, params }) => {
    const row = await requireFinding(new FindingRepository(store), params.finding_id);
    const knowledge = await knowledgeOf(plane.store, store, plane.clock());
    const [covered, graph] = [await knowledge.covered(), await knowledge.graph()];
    const finding: Finding = row.document;
    const sources = await new OriginRepository(store).sourcesOfOne(row);
    return {
      body: {
        ...shownFinding(store.tenantId, row, { exceptionId: exceptionIn(covered, row), sources }),
        finding,
        ...(await detailOf(store, row, graph, plane.clock())),
        provenance: await provenanceOf(store, row),
        blast_radius: radiusOfOne(graph, finding),
      },
    };
  },
  triageFinding: triage,
  postTriage: triage,
};

type TriageCall = Pick<Call<(typeof findingRoutes)['triageFinding']>, 'store' | 'plane' | 'params' | 'body' | 'principal'>;

async function triage({ store, plane, params, body, principal }: TriageCall): Promise<Reply> {
  const repository = new FindingRepository(store);
  const row = await requireFinding(repository, params.finding_id);
  refuseStale(row, body.expected_decided_at);
  const state = body.state === undefined ? row.triage : body.state;
  if (setsAsideMalice(row.kind, state)) throw new Conflict('a malicious package can be set aside by a dated exception only');
  const now = timeOf(plane);
  const { document: finding } = row;
  const next = {
    triage: state,
    assignee: body.assignee === undefined ? row.assignee : body.assignee,
    note: body.note === undefined ? row.note : body.note === null ? null : redact(body.note),
    decided_at: now,
    decided_by: principal.actor,
    // Another state is a decision of its own.
    ...(state === row.triage ? { held_until: row.held_until, decision_id: row.decision_id } : { held_until: null, decision_id: null }),
  };
  await applyTriage(store, [row], () => next, now);
  const status = statusUnder(row, state);
  // Not from the cached view, which does not have the uncommitted changes of this transaction.
  const sources = await new OriginRepository(store).sourcesOfOne(row);
  const exceptionId = status === 'resolved' ? null : await exceptionOf(store, sources, finding, plane.clock());
  return {
    body: shownFinding(store.tenantId, { ...row, ...next, status }, { exceptionId, sources }),
    audit: { target_id: row.finding_id, details: { state, assignee: next.assignee, status, was: row.triage } },
  };
}

/** Somebody who decided on what they saw must have seen the last decision. */
function refuseStale({ decided_at, decided_by, triage: state }: FindingRow, expected: string | null | undefined): void {
  if (expected === undefined || expected === decided_at) return;
  throw new Conflict(
    decided_at === null
      ? 'this finding has no triage by now'
      : `${decided_by ?? 'somebody'} decided "${state ?? 'no triage'}" at ${decided_at}: load the finding again`,
  );
}

async function requireFinding(repository: FindingRepository, findingId: string): Promise<FindingRow> {
  const row = await repository.named(findingId);
  if (!row) throw new NotFound('finding');
  return row;
}

function exceptionIn(covered: Covered, { finding_id }: ListedFinding): string | null {
  return covered.get(finding_id)?.exceptionId ?? null;
}

function shownFinding(
  tenantId: Call<never>['store']['tenantId'],
  row: ListedFinding,
  { exceptionId, sources }: { exceptionId: string | null; sources: string[] },
): z.input<typeof listedFinding> {
  return {
    finding_id: row.finding_id,
    tenant_id: tenantId,
    source_id: row.source_id,
    source_ids: sources,
    fingerprint: row.fingerprint,
    kind: row.kind,
    rule: row.rule,
    id: row.problem_id,
    severity: severities.find((one) => one === row.severity) ?? 'unknown',
    status: row.status === 'resolved' ? 'resolved' : row.status === 'suppressed' ? 'suppressed' : 'open',
    title: row.title,
    component: row.component,
    package: shownPackage(row.component),
    subject: row.subject,
    kev: row.kev,
    fixed_version: row.fixed_version,
    first_seen: row.first_seen,
    last_seen: row.last_seen,
    resolved_at: row.resolved_at,
    reopened_count: row.reopened_count,
    triage: {
      state: triageStates.find((one) => one === row.triage) ?? null,
      assignee: row.assignee,
      note: row.note,
      decided_at: row.decided_at,
      decided_by: row.decided_by,
      held_until: row.held_until,
      decision_id: row.decision_id,
    },
    exception_id: exceptionId,
  };
}

function shownPackage(component: string | null): z.input<typeof listedFinding>['package'] {
  const key = packageOf(component);
  if (component === null || key === null || component.includes('…')) return null;
  const { type, namespace, name, version, qualifiers } = parsePurl(component);
  const ecosystem = ecosystemOfPurl(type, namespace, qualifiers);
  return { key, ecosystem: ecosystem?.name ?? type, name: ecosystem?.nameOfPurl(namespace, name) ?? name, version: version ?? null };
}
