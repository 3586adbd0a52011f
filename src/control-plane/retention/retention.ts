import { setImmediate as breathe } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../../support/durations.js';
import type { EvidenceGround } from '../evidence/evidence-store.js';
import { keepHours } from '../gateway/hour-log.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { knowledgeOf } from '../knowledge/knowledge.js';
import { postureOf } from '../knowledge/posture.js';
import { dayOf } from '../knowledge/trend.js';
import { AuditLog } from '../store/audit-log.js';
import type { StoredBytes } from '../store/evidence.js';
import type { TenantStore } from '../store/layer/store.js';
import { PostureDays } from '../store/posture-days.js';
import { PushedJobs } from '../store/pushed-jobs.js';
import { type Cutoffs, RetentionRepository, removeExpiredSignIns } from '../store/retention.js';
import { tenantIds } from '../store/tenants.js';
import { TriageRepository } from '../store/triage.js';
import { endHeld, UNDO_MS } from '../triage/undo.js';

/**
 * Limits for rows of a kind in one transaction, and for transactions of a tenant in one sweep, so that writers wait
 * only milliseconds.
 */
const BATCH = 200;
const MOST_BATCHES = 50;
/** Bytes are stored before their row, so younger ones may still get a row. */
const GRACE_MS = DAY_MS;
/** How many of the 256 parts of the evidence store one sweep searches for orphans. */
const PARTS = 16;

/** What one sweep removed. */
export interface Swept {
  jobs: number;
  /** Jobs of pushes that were merged into another one of their source and day. */
  folded_jobs: number;
  /** Evidence whose bytes were removed; its rows and hashes stay. */
  evidence: number;
  runtime_events: number;
  trace_spans: number;
  /** Stored bytes that no row referred to. */
  blobs: number;
}

/** Removes expired rows, tenant by tenant, a limited number at a time; the rest is left for the next sweep. */
export async function sweep(ground: EvidenceGround): Promise<Swept> {
  const { jobDays, evidenceDays } = ground.options.retention;
  const cutoffs: Cutoffs = {
    now: timeOf(ground),
    jobs: timeOf(ground, -jobDays * DAY_MS),
    // Days that ended at least a day ago.
    pushes: `${timeOf(ground, -DAY_MS).slice(0, 10)}T00:00:00.000Z`,
    evidence: timeOf(ground, -(jobDays + evidenceDays) * DAY_MS),
  };
  const total: Swept = { jobs: 0, folded_jobs: 0, evidence: 0, runtime_events: 0, trace_spans: 0, blobs: 0 };
  const tenants = await tenantIds(ground.store);
  for (const tenant of tenants) await keepHours(ground, tenant);
  for (const tenant of tenants) {
    await endTriage(ground, tenant);
    await keepGrade(ground, tenant);
  }
  await ground.store.shared((shared) => removeExpiredSignIns(shared, cutoffs.now));
  for (const tenant of tenants) {
    for (let round = 0; round < MOST_BATCHES; round += 1) {
      const { counts, released } = await sweepBatch(ground, tenant, cutoffs);
      for (const [name, count] of Object.entries(counts)) total[name as keyof typeof counts] += count;
      total.blobs += await removeUnneeded(ground, tenants, released);
      if (counts.folded_jobs === 0 && Object.values(counts).every((count) => count < BATCH)) break;
      await breathe();
    }
  }
  total.blobs += await removeOrphans(ground, tenants);
  return total;
}

/** Ends triage whose date has come, with an audit event, and forgets changes that nobody can undo any more. */
function endTriage(ground: Ground, tenant: string): Promise<void> {
  return ground.store.write(tenant, async (store) => {
    const ended = await endHeld(store, timeOf(ground));
    await new TriageRepository(store).removeChanges(timeOf(ground, -UNDO_MS));
    if (ended > 0) await record(ground, store, 'triage.lapse', { findings: ended });
  });
}

/** Keeps the grade of the day; the last one of a day stays. */
async function keepGrade(ground: Ground, tenant: string): Promise<void> {
  const now = ground.clock();
  // Read before the transaction, whose changes no view may hold.
  const { grade } = await ground.store.read(tenant, async (store) => postureOf(await knowledgeOf(ground.store, store, now), store));
  await ground.store.write(tenant, (store) => new PostureDays(store).keep(dayOf(now), grade));
}

interface Batch {
  counts: Omit<Swept, 'blobs'>;
  released: readonly StoredBytes[];
}

const NOTHING: Batch['counts'] = { jobs: 0, folded_jobs: 0, evidence: 0, runtime_events: 0, trace_spans: 0 };

function sweepBatch(ground: Ground, tenant: string, cutoffs: Cutoffs): Promise<Batch> {
  return ground.store.write(tenant, async (store) => {
    const old = new RetentionRepository(store, BATCH);
    await old.removeExpired(cutoffs.now);
    if (await old.isHeld()) return { counts: NOTHING, released: [] };
    await old.removeHistory(cutoffs.jobs);
    const jobs = await old.removeJobs(cutoffs.jobs);
    const folded_jobs = await new PushedJobs(store).fold(cutoffs.pushes, BATCH);
    const released = await old.releaseEvidence(cutoffs.evidence, cutoffs.now);
    const runtime_events = await old.removeRuntimeEvents(cutoffs.jobs);
    const counts = { jobs, folded_jobs, evidence: released.length, runtime_events, trace_spans: await old.removeSpans(cutoffs.jobs) };
    if (Object.values(counts).some((count) => count > 0)) await record(ground, store, 'retention.sweep', { ...counts });
    return { counts, released };
  });
}

async function record(ground: Ground, store: TenantStore, action: string, details: Record<string, unknown>): Promise<void> {
  await new AuditLog(store, ground.ring).append({
    event_id: newId('aud'),
    timestamp: timeOf(ground),
    actor: 'system:retention',
    auth_method: 'system',
    action,
    target_type: 'retention',
    target_id: null,
    outcome: 'success',
    request_id: newId('req'),
    trace_id: '0'.repeat(32),
    details,
  });
}

/** Equal bytes are stored once for all tenants, and are removed when no tenant needs them. */
async function removeUnneeded(ground: EvidenceGround, tenants: readonly string[], stored: readonly StoredBytes[]): Promise<number> {
  if (stored.length === 0) return 0;
  const hashes = stored.map(({ hash }) => hash);
  const needed = new Set<string>();
  for (const tenant of tenants) {
    for (const hash of await ground.store.read(tenant, (store) => new RetentionRepository(store, BATCH).needed(hashes))) needed.add(hash);
  }
  let removed = 0;
  for (const { hash, storageUri } of stored) {
    if (!needed.has(hash) && (await ground.evidence.removeUntouched(storageUri, ground.clock() - GRACE_MS))) removed += 1;
  }
  return removed;
}

/** Removes bytes whose transaction never happened, a few parts at a time, all parts within a day. */
async function removeOrphans(ground: EvidenceGround, tenants: readonly string[]): Promise<number> {
  const first = (Math.floor(ground.clock() / HOUR_MS) * PARTS) % 256;
  let removed = 0;
  for (let part = first; part < first + PARTS; part += 1) {
    const stored = await ground.evidence.list(part, ground.clock() - GRACE_MS);
    for (let at = 0; at < stored.length; at += BATCH) removed += await removeUnneeded(ground, tenants, stored.slice(at, at + BATCH));
  }
  return removed;
}
