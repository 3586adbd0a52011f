import type { Finding } from '../../model/finding.js';
import { Turns } from '../../support/turns.js';
import { newId } from '../ids.js';
import { SIGHTED } from '../store/findings/findings.js';
import { chunksOf } from '../store/layer/many-rows.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { Written } from '../store/layer/tables.js';
import { presentStatus } from '../store/origins/present-status.js';
import type { DeliveryEntry, FindingEvent } from '../store/schema/delivery-entries.js';
import type { KnowledgeChanges } from '../store/schema/knowledge-changes.js';
import type { IngestResult, Observation } from './batch.js';
import { contentOf } from './finding-row.js';
import { HeldDecisions } from './held-decisions.js';
import { type Known, KnownFindings } from './known-findings.js';
import { type Closed, resolveRest } from './resolve-rest.js';

type FindingRow = Written<'findings'>;
type FindingTriage = Pick<FindingRow, 'triage' | 'assignee' | 'note' | 'decided_at' | 'decided_by' | 'held_until' | 'decision_id'>;

type FindingCounts = Omit<IngestResult, 'evidence_ids' | 'received' | 'late'>;

/** The changes of a batch to findings. */
interface FindingChanges {
  counts: FindingCounts;
  /** Findings that are new or changed. */
  changed: Pick<KnowledgeChanges, 'findings' | 'refs'>;
  /** What became of each of them, for deliveries. */
  entries: DeliveryEntry[];
}

/** Columns of a known finding that a new sighting overwrites; triage, assignee, note and first sighting are kept. */
const REWRITTEN = [
  'source_id',
  'shared',
  ...SIGHTED,
  'cwes',
  'document',
  'document_hash',
  'search',
  'last_seen',
  'resolved_at',
  'reopened_count',
  'last_job_id',
  'evidence_id',
  'updated_at',
] as const;

/**
 * Updates the findings of a source from a batch: new ones are inserted, changed and returning ones updated, equal ones
 * marked as seen. With `complete`, missing ones that were not seen later are resolved. Findings that were seen later
 * keep that state; findings that only a late batch has seen are stored as resolved. What another source has found in the same thing is
 * the same finding.
 */
export async function writeFindings(store: TenantStore, batch: Observation, evidenceId: string): Promise<FindingChanges> {
  const byFingerprint = new Map(batch.findings.map((finding) => [finding.fingerprint, finding]));
  const known = await KnownFindings.of(store, batch, [...byFingerprint.keys()]);
  const decisions = await HeldDecisions.at(store, batch.now);
  const counts: FindingCounts = { new: 0, updated: 0, unchanged: 0, resolved: 0, reopened: 0 };
  const written: FindingRow[] = [];
  /** Those among them that say what this source said before: another one sees a little more or less. */
  const quiet = new Set<string>();
  const seen: string[] = [];
  const older: string[] = [];
  const turns = new Turns();
  for (const finding of byFingerprint.values()) {
    if (turns.isOver) await turns.pass();
    const before = known.get(finding.fingerprint);
    if (before && (batch.late || known.lastSeen(before) > batch.observedAt)) {
      counts.unchanged += 1;
      older.push(before.finding_id);
      continue;
    }
    const row = rowOf(finding, before, { batch, evidenceId, decisions });
    if (before) known.sighted(before, row.document_hash);
    if (before && isSame(before, row)) {
      counts.unchanged += 1;
      seen.push(before.finding_id);
      continue;
    }
    written.push(row);
    if (before && before.status === row.status && known.isOld(before, row.document_hash)) {
      counts.unchanged += 1;
      quiet.add(row.finding_id);
      continue;
    }
    counts[before ? 'updated' : 'new'] += 1;
    if (before?.status === 'resolved') counts.reopened += 1;
  }
  await known.noteFirst();
  await tenantTable(store, 'findings').createMany(written, REWRITTEN);
  await markSeen(store, seen, { batch, evidenceId });
  await markSeenBefore(store, older, batch.observedAt);
  await known.noteSightings(evidenceId, older);
  const { closed, moved } = batch.complete && !batch.late ? await resolveRest(store, batch) : { closed: [], moved: [] };
  counts.resolved = batch.late ? counts.new : closed.length;
  const told = written.filter(({ finding_id }) => !quiet.has(finding_id));
  return {
    counts,
    changed: changedOf([...written, ...closed, ...moved, ...known.joined, ...known.gained], known),
    entries: [...entriesOf(told, known), ...entriesOf(closed)],
  };
}

function entriesOf(rows: readonly (Closed & { status?: string })[], known?: KnownFindings): DeliveryEntry[] {
  return rows.flatMap(({ finding_id, fingerprint, status = 'resolved' }) => {
    const before = known?.get(fingerprint)?.status;
    // One that is suppressed or comes late is told of only where somebody knew of it.
    if (status !== 'open' && known !== undefined && before === undefined) return [];
    return [{ what: happened(before, status), finding_id }];
  });
}

function happened(before: string | undefined, status: string): FindingEvent {
  if (status === 'resolved') return 'finding.resolved';
  if (status !== 'open') return 'finding.changed';
  if (before === undefined) return 'finding.opened';
  return before === 'resolved' ? 'finding.reopened' : 'finding.changed';
}

/** A finding may have been about another version of its package before. */
function changedOf(rows: readonly Closed[], known: KnownFindings): FindingChanges['changed'] {
  const refs = new Set<string>();
  for (const { fingerprint, component, subject } of rows) {
    const before = known.get(fingerprint);
    for (const ref of [component, subject, before?.component, before?.subject]) if (ref) refs.add(ref);
  }
  return { findings: rows.map(({ finding_id }) => finding_id), refs: [...refs] };
}

function isSame(before: Known, row: FindingRow): boolean {
  return before.document_hash === row.document_hash && before.status === row.status;
}

interface Grounds {
  batch: Observation;
  evidenceId: string;
  decisions: HeldDecisions;
}

function rowOf(finding: Finding, before: Known | undefined, { batch, evidenceId, decisions }: Grounds): FindingRow {
  const { jobId, observedAt, now, late } = batch;
  const returns = before?.status === 'resolved';
  const triage = triageOf(finding, before, decisions);
  return {
    finding_id: before?.finding_id ?? newId('fnd'),
    ...ownerOf(before, batch),
    ...contentOf(finding),
    status: late ? 'resolved' : presentStatus(finding, triage.triage),
    first_seen: before ? earlier(before.first_seen, observedAt) : observedAt,
    last_seen: before && before.last_seen > observedAt ? before.last_seen : observedAt,
    resolved_at: late ? now : null,
    reopened_count: (before?.reopened_count ?? 0) + (returns ? 1 : 0),
    first_job_id: before?.first_job_id ?? jobId,
    last_job_id: jobId,
    evidence_id: evidenceId,
    ...triage,
    updated_at: now,
  };
}

/** A finding is listed under the source that was first to see it, until that one no longer does. */
function ownerOf(before: Known | undefined, { sourceId }: Observation): Pick<FindingRow, 'source_id' | 'shared'> {
  if (!before || before.source_id === sourceId) return { source_id: sourceId, shared: before?.shared ?? false };
  return { source_id: before.status === 'resolved' ? sourceId : before.source_id, shared: true };
}

/** A known finding keeps its triage; for a new one, a decision may hold. */
function triageOf(finding: Finding, before: Known | undefined, decisions: HeldDecisions): FindingTriage {
  if (before) {
    const { triage, assignee, note, decided_at, decided_by, held_until, decision_id } = before;
    return { triage, assignee, note, decided_at, decided_by, held_until, decision_id };
  }
  const decision = decisions.of(finding);
  if (!decision)
    return { triage: null, assignee: null, note: null, decided_at: null, decided_by: null, held_until: null, decision_id: null };
  const { state: triage, assignee, note, decided_at, decided_by, until: held_until, decision_id } = decision;
  return { triage, assignee, note, decided_at, decided_by, held_until, decision_id };
}

/** The earlier of two RFC 3339 times with milliseconds. */
export function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

async function markSeen(
  store: TenantStore,
  ids: readonly string[],
  { batch, evidenceId }: Pick<Grounds, 'batch' | 'evidenceId'>,
): Promise<void> {
  const { jobId, observedAt } = batch;
  const turns = new Turns();
  for (const finding_id of chunksOf(ids, 500)) {
    await tenantTable(store, 'findings')
      .updating({ finding_id })
      .set(({ eb, ref }) => ({
        last_job_id: jobId,
        evidence_id: evidenceId,
        last_seen: eb.case().when('last_seen', '<', observedAt).then(observedAt).else(ref('last_seen')).end(),
      }))
      .execute();
    if (turns.isOver) await turns.pass();
  }
}

/** An observation that is older than what is known only shows that the finding was present then. */
async function markSeenBefore(store: TenantStore, ids: readonly string[], observedAt: string): Promise<void> {
  for (const finding_id of chunksOf(ids, 500)) {
    await tenantTable(store, 'findings')
      .updating({ finding_id })
      .set(({ eb, ref }) => ({
        first_seen: eb.case().when('first_seen', '>', observedAt).then(observedAt).else(ref('first_seen')).end(),
        last_seen: eb.case().when('last_seen', '<', observedAt).then(observedAt).else(ref('last_seen')).end(),
      }))
      .execute();
  }
}
