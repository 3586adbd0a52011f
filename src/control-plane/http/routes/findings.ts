import type { z } from 'zod';
import { type findingRoutes, type listedFinding, triageStates } from '../../../api/findings.js';
import { radiusOfOne } from '../../../graph/blast-radius.js';
import type { Finding } from '../../../model/finding.js';
import { severities } from '../../../model/severity.js';
import { redact } from '../../../support/redact.js';
import { Conflict, NotFound } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { presentStatus } from '../../ingest/finding-row.js';
import { type Covered, exceptionOf } from '../../knowledge/covered.js';
import { knowledgeOf } from '../../knowledge/knowledge.js';
import { announce } from '../../store/delivery-outbox.js';
import { FindingRepository, type FindingRow, type ListedFinding } from '../../store/findings/findings.js';
import { bumpKnowledge } from '../../store/knowledge-version.js';
import { originsOf, provenanceOf } from '../../store/provenance.js';
import type { Call, Handlers, Reply } from '../call.js';
import { pageRequest } from '../page-request.js';

export const findingHandlers: Handlers<typeof findingRoutes> = {
  listFindings: async (call) => {
    const { store, plane, query } = call;
    const { limit, cursor, ...filter } = query;
    const covered = await (await knowledgeOf(plane.store, store, plane.clock())).covered();
    const item = (row: ListedFinding) => shownFinding(store.tenantId, row, exceptionIn(covered, row));
    return { body: await new FindingRepository(store).list(filter, pageRequest(call, 'findings'), item) };
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
    return {
      body: {
        ...shownFinding(store.tenantId, row, exceptionIn(covered, row)),
        finding,
        provenance: await provenanceOf(store, row),
        blast_radius: radiusOfOne(graph, finding),
      },
    };
  },
  triageFinding: triage,
  postTriage: triage,
};

type TriageCall = Pick<Call<(typeof findingRoutes)['triageFinding']>, 'store' | 'plane' | 'params' | 'body'>;

async function triage({ store, plane, params, body }: TriageCall): Promise<Reply> {
  const repository = new FindingRepository(store);
  const row = await requireFinding(repository, params.finding_id);
  const state = body.state === undefined ? row.triage : body.state;
  const setsAside = state === 'false_positive' || state === 'not_affected';
  if (row.kind === 'malicious' && setsAside) throw new Conflict('a malicious package can be set aside by a dated exception only');
  const { document: finding } = row;
  const assignee = body.assignee === undefined ? row.assignee : body.assignee;
  const note = body.note === undefined ? row.note : body.note === null ? null : redact(body.note);
  const status = row.status === 'resolved' ? 'resolved' : presentStatus(finding, state);
  // What several sources see is one finding: it is triaged for all of them.
  for (const origin of await originsOf(store, row)) {
    const own = origin.status === 'resolved' ? 'resolved' : presentStatus(finding, state);
    await repository.triage(origin.finding_id, { triage: state, assignee, note, status: own, now: timeOf(plane) });
    if (own !== origin.status) await announceTriage({ store, plane }, row, origin.finding_id);
  }
  const changed = { ...row, triage: state, assignee, note, status };
  // Not from the cached view, which does not have the uncommitted changes of this transaction.
  const exceptionId = status === 'resolved' ? null : await exceptionOf(store, row.source_id, finding, plane.clock());
  return {
    body: shownFinding(store.tenantId, changed, exceptionId),
    audit: { target_id: row.finding_id, details: { state, assignee, status, was: row.triage } },
  };
}

async function announceTriage(
  { store, plane }: Pick<TriageCall, 'store' | 'plane'>,
  { component, subject }: FindingRow,
  finding_id: string,
): Promise<void> {
  const refs = [component, subject].filter((ref) => ref !== null);
  await bumpKnowledge(store, { findings: [finding_id], refs, nodes: [], edges: [] });
  await announce(store, [{ what: 'finding.changed', finding_id }], timeOf(plane));
}

async function requireFinding(repository: FindingRepository, findingId: string): Promise<FindingRow> {
  const row = await repository.find(findingId);
  if (!row) throw new NotFound('finding');
  return row;
}

function exceptionIn(covered: Covered, { finding_id }: ListedFinding): string | null {
  return covered.get(finding_id)?.exceptionId ?? null;
}

function shownFinding(
  tenantId: Call<never>['store']['tenantId'],
  row: ListedFinding,
  exceptionId: string | null,
): z.input<typeof listedFinding> {
  return {
    finding_id: row.finding_id,
    tenant_id: tenantId,
    source_id: row.source_id,
    fingerprint: row.fingerprint,
    kind: row.kind,
    rule: row.rule,
    id: row.problem_id,
    severity: severities.find((one) => one === row.severity) ?? 'unknown',
    status: row.status === 'resolved' ? 'resolved' : row.status === 'suppressed' ? 'suppressed' : 'open',
    title: row.title,
    component: row.component,
    subject: row.subject,
    kev: row.kev,
    fixed_version: row.fixed_version,
    first_seen: row.first_seen,
    last_seen: row.last_seen,
    resolved_at: row.resolved_at,
    reopened_count: row.reopened_count,
    triage: { state: triageStates.find((one) => one === row.triage) ?? null, assignee: row.assignee, note: row.note },
    exception_id: exceptionId,
  };
}
