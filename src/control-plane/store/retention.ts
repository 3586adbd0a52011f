import type { SharedStore, TenantStore } from './store.js';
import type { StoredBytes } from './stored-bytes.js';

/** Times up to which things are old, RFC 3339. */
export interface Cutoffs {
  now: string;
  /** Finished jobs, runtime events and traces. */
  jobs: string;
  /** Jobs of pushes, which are folded. */
  pushes: string;
  /** Bytes of evidence whose job is gone. */
  evidence: string;
}

/** What is old in one tenant, and how it goes: a bounded number of rows at a time. */
export class RetentionRepository {
  constructor(
    private readonly store: TenantStore,
    private readonly batch: number,
  ) {}

  /** Removes finished jobs with their events. A job that a finding was last seen by stays as long as the finding. */
  async removeJobs(before: string): Promise<number> {
    const { db, tenantId } = this.store;
    const rows = await db
      .selectFrom('jobs')
      .select('job_id')
      .where('tenant_id', '=', tenantId)
      .where('finished_at', '<=', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('findings')
              .select('finding_id')
              .where('findings.tenant_id', '=', tenantId)
              .whereRef('findings.last_job_id', '=', 'jobs.job_id'),
          ),
        ),
      )
      .orderBy('finished_at')
      .limit(this.batch)
      .execute();
    const ids = rows.map(({ job_id }) => job_id);
    if (ids.length === 0) return 0;
    await db.deleteFrom('job_events').where('tenant_id', '=', tenantId).where('job_id', 'in', ids).execute();
    await db.deleteFrom('jobs').where('tenant_id', '=', tenantId).where('job_id', 'in', ids).execute();
    return ids.length;
  }

  /** Marks the bytes of evidence as removed where their job is gone; row and hash stay for ever. */
  async releaseEvidence(before: string, now: string): Promise<StoredBytes[]> {
    const { db, tenantId } = this.store;
    const rows = await db
      .selectFrom('evidence')
      .select(['evidence_id', 'hash', 'storage_uri'])
      .where('tenant_id', '=', tenantId)
      .where('bytes_removed_at', 'is', null)
      .where('created_at', '<=', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('jobs').select('jobs.job_id').where('jobs.tenant_id', '=', tenantId).whereRef('jobs.job_id', '=', 'evidence.job_id'),
          ),
        ),
      )
      .orderBy('created_at')
      .limit(this.batch)
      .execute();
    const ids = rows.map(({ evidence_id }) => evidence_id);
    if (ids.length === 0) return [];
    await db
      .updateTable('evidence')
      .set({ bytes_removed_at: now })
      .where('tenant_id', '=', tenantId)
      .where('evidence_id', 'in', ids)
      .execute();
    return rows.map(({ hash, storage_uri }) => ({ hash, storageUri: storage_uri }));
  }

  /** What a proxy or the gateway saw, unless a retention policy that does not enforce holds it back. */
  async removeRuntimeEvents(before: string): Promise<number> {
    const { db, tenantId } = this.store;
    let removed = 0;
    for (const origin of ['proxy', 'gateway']) {
      const rows = await db
        .selectFrom('runtime_events')
        .select('event_id')
        .where('tenant_id', '=', tenantId)
        .where('origin', '=', origin)
        .where('received_at', '<=', before)
        .orderBy('received_at')
        .limit(this.batch)
        .execute();
      const ids = rows.map(({ event_id }) => event_id);
      if (ids.length > 0) await db.deleteFrom('runtime_events').where('tenant_id', '=', tenantId).where('event_id', 'in', ids).execute();
      removed += ids.length;
    }
    return removed;
  }

  async removeSpans(before: string): Promise<number> {
    const { db, tenantId } = this.store;
    const rows = await db
      .selectFrom('trace_spans')
      .select('received_at')
      .where('tenant_id', '=', tenantId)
      .where('received_at', '<=', before)
      .orderBy('received_at')
      .limit(this.batch)
      .execute();
    const last = rows.at(-1)?.received_at;
    if (last === undefined) return 0;
    const { numDeletedRows } = await db
      .deleteFrom('trace_spans')
      .where('tenant_id', '=', tenantId)
      .where('received_at', '<=', last)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** True where the tenant holds what would go by its age: its retention policy is bound, and not enforced. */
  async isHeld(): Promise<boolean> {
    const held = await this.store.db
      .selectFrom('policy_bindings')
      .select('binding_id')
      .where('tenant_id', '=', this.store.tenantId)
      .where('target_type', '=', 'tenant')
      .where('policy_kind', '=', 'retention')
      .where('mode', '!=', 'enforce')
      .limit(1)
      .executeTakeFirst();
    return held !== undefined;
  }

  /** Removes what has run out and can do nothing any more; nobody is told. */
  async removeExpired(now: string): Promise<void> {
    const { db, tenantId } = this.store;
    await db.deleteFrom('idempotency').where('tenant_id', '=', tenantId).where('expires_at', '<=', now).execute();
    await db
      .deleteFrom('sessions')
      .where('tenant_id', '=', tenantId)
      .where(({ or, eb }) => or([eb('expires_at', '<=', now), eb('idle_expires_at', '<=', now)]))
      .execute();
  }

  /** Removes what sessions and schedules did long ago; the last run of a schedule stays as long as the schedule. */
  async removeHistory(before: string): Promise<void> {
    const { db, tenantId } = this.store;
    await db.deleteFrom('proxy_sessions').where('tenant_id', '=', tenantId).where('last_event_at', '<=', before).execute();
    await db
      .deleteFrom('schedule_runs')
      .where('tenant_id', '=', tenantId)
      .where('scheduled_for', '<=', before)
      .where(({ or, not, exists, selectFrom }) => {
        const newer = selectFrom('schedule_runs as newer')
          .select('newer.scheduled_for')
          .where('newer.tenant_id', '=', tenantId)
          .whereRef('newer.schedule_id', '=', 'schedule_runs.schedule_id')
          .whereRef('newer.scheduled_for', '>', 'schedule_runs.scheduled_for');
        const own = selectFrom('schedules')
          .select('schedules.schedule_id')
          .where('schedules.tenant_id', '=', tenantId)
          .whereRef('schedules.schedule_id', '=', 'schedule_runs.schedule_id');
        return or([exists(newer), not(exists(own))]);
      })
      .execute();
  }

  /** Those of the hashes whose bytes a row of this tenant still needs. */
  async needed(hashes: readonly string[]): Promise<string[]> {
    const rows = await this.store.db
      .selectFrom('evidence')
      .select('hash')
      .where('tenant_id', '=', this.store.tenantId)
      .where('hash', 'in', [...hashes])
      .where('bytes_removed_at', 'is', null)
      .execute();
    return rows.map(({ hash }) => hash);
  }
}

/** Removes sign-ins and directory entries that have run out. */
export async function removeExpiredSignIns({ db }: SharedStore, now: string): Promise<void> {
  await db.deleteFrom('login_states').where('expires_at', '<=', now).execute();
  await db.deleteFrom('directory').where('expires_at', '<=', now).execute();
}
