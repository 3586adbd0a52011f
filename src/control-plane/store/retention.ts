import type { StoredBytes } from './evidence.js';
import { own } from './layer/dialects.js';
import type { SharedStore, TenantStore } from './layer/store.js';
import { sharedTable, type Table, tenantTable } from './layer/table.js';

/** The times before which rows are old, RFC 3339. */
export interface Cutoffs {
  now: string;
  /** Finished jobs, runtime events and traces. */
  jobs: string;
  /** Jobs of pushes, which are folded. */
  pushes: string;
  /** Bytes of evidence whose job was removed. */
  evidence: string;
}

/** Removes old rows of one tenant, a limited number at a time. */
export class RetentionRepository {
  private readonly jobs: Table<'jobs'>;
  private readonly evidence: Table<'evidence'>;
  private readonly events: Table<'runtime_events'>;
  private readonly spans: Table<'trace_spans'>;

  constructor(
    private readonly store: TenantStore,
    private readonly batch: number,
  ) {
    this.jobs = tenantTable(store, 'jobs');
    this.evidence = tenantTable(store, 'evidence');
    this.events = tenantTable(store, 'runtime_events');
    this.spans = tenantTable(store, 'trace_spans');
  }

  /** Removes finished jobs with their events. The last job of each source that saw a finding is kept as long as the finding. */
  async removeJobs(before: string): Promise<number> {
    const rows = await this.jobs
      .select(['job_id'])
      .where('finished_at', '<=', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('findings')
              .select('finding_id')
              .where(own(this.store, 'findings'))
              .whereRef('findings.last_job_id', '=', 'jobs.job_id'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('finding_origins')
              .select('finding_id')
              .where(own(this.store, 'finding_origins'))
              .whereRef('finding_origins.last_job_id', '=', 'jobs.job_id'),
          ),
        ),
      )
      .orderBy('finished_at')
      .limit(this.batch)
      .execute();
    const job_id = rows.map((row) => row.job_id);
    if (job_id.length === 0) return 0;
    await tenantTable(this.store, 'job_events').removeWhere({ job_id });
    return this.jobs.removeWhere({ job_id });
  }

  /** Marks the bytes of evidence as removed if their job was removed. Row and hash are kept for ever. */
  async releaseEvidence(before: string, now: string): Promise<StoredBytes[]> {
    const rows = await this.evidence
      .select(['evidence_id', 'hash', 'storage_uri'], { bytes_removed_at: null })
      .where('created_at', '<=', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('jobs').select('jobs.job_id').where(own(this.store, 'jobs')).whereRef('jobs.job_id', '=', 'evidence.job_id')),
        ),
      )
      .orderBy('created_at')
      .limit(this.batch)
      .execute();
    if (rows.length === 0) return [];
    await this.evidence.updateWhere({ evidence_id: rows.map(({ evidence_id }) => evidence_id) }, { bytes_removed_at: now });
    return rows.map(({ hash, storage_uri }) => ({ hash, storageUri: storage_uri }));
  }

  /** Removes events of proxies and the gateway, unless the tenant's retention policy is not enforced. */
  async removeRuntimeEvents(before: string): Promise<number> {
    let removed = 0;
    for (const origin of ['proxy', 'gateway']) {
      const old = this.events.select(['event_id'], { origin }).where('received_at', '<=', before);
      const rows = await old.orderBy('received_at').limit(this.batch).execute();
      if (rows.length > 0) removed += await this.events.removeWhere({ event_id: rows.map(({ event_id }) => event_id) });
    }
    return removed;
  }

  async removeSpans(before: string): Promise<number> {
    const old = this.spans.select(['received_at']).where('received_at', '<=', before);
    const rows = await old.orderBy('received_at').limit(this.batch).execute();
    const last = rows.at(-1)?.received_at;
    if (last === undefined) return 0;
    const { numDeletedRows } = await this.spans.removing().where('received_at', '<=', last).executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** True if the tenant keeps old events: its retention policy is bound but not enforced. */
  async isHeld(): Promise<boolean> {
    const bound = tenantTable(this.store, 'policy_bindings').select(['binding_id'], { target_type: 'tenant', policy_kind: 'retention' });
    return (await bound.where('mode', '!=', 'enforce').limit(1).executeTakeFirst()) !== undefined;
  }

  /** Removes rows that have expired and have no effect any more, without an audit event. */
  async removeExpired(now: string): Promise<void> {
    await tenantTable(this.store, 'idempotency').removing().where('expires_at', '<=', now).execute();
    await tenantTable(this.store, 'sessions')
      .removing()
      .where(({ or, eb }) => or([eb('expires_at', '<=', now), eb('idle_expires_at', '<=', now)]))
      .execute();
  }

  /** Removes what sessions and schedules did long ago; the last run of a schedule stays as long as the schedule. */
  async removeHistory(before: string): Promise<void> {
    await tenantTable(this.store, 'proxy_sessions').removing().where('last_event_at', '<=', before).execute();
    await tenantTable(this.store, 'proxy_heartbeats').removing().where('heard_at', '<=', before).execute();
    await tenantTable(this.store, 'proxy_alerts').removing().where('received_at', '<=', before).execute();
    await tenantTable(this.store, 'dead_letters').removing().where('failed_at', '<=', before).execute();
    await tenantTable(this.store, 'webhook_messages').removing({ due_at: null }).where('created_at', '<=', before).execute();
    await tenantTable(this.store, 'fleet_history')
      .removing({ is_pin: false })
      .where('seen_at', '<=', before)
      // The last state before stays: it holds until the first one after.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('fleet_history as newer')
            .select('newer.seen_at')
            .where(own(this.store, 'newer'))
            .whereRef('newer.agent_id', '=', 'fleet_history.agent_id')
            .whereRef('newer.seen_at', '>', 'fleet_history.seen_at')
            .where('newer.seen_at', '<=', before),
        ),
      )
      .execute();
    await tenantTable(this.store, 'schedule_runs')
      .removing()
      .where('scheduled_for', '<=', before)
      .where(({ or, not, exists, selectFrom }) => {
        const newer = selectFrom('schedule_runs as newer')
          .select('newer.scheduled_for')
          .where(own(this.store, 'newer'))
          .whereRef('newer.schedule_id', '=', 'schedule_runs.schedule_id')
          .whereRef('newer.scheduled_for', '>', 'schedule_runs.scheduled_for');
        const schedule = selectFrom('schedules')
          .select('schedules.schedule_id')
          .where(own(this.store, 'schedules'))
          .whereRef('schedules.schedule_id', '=', 'schedule_runs.schedule_id');
        return or([exists(newer), not(exists(schedule))]);
      })
      .execute();
  }

  /** The hashes whose bytes a row of this tenant still needs. */
  async needed(hash: readonly string[]): Promise<string[]> {
    const rows = await this.evidence.select(['hash'], { hash, bytes_removed_at: null }).execute();
    return rows.map((row) => row.hash);
  }
}

/** Removes sign-ins and directory entries that have expired. */
export async function removeExpiredSignIns(shared: SharedStore, now: string): Promise<void> {
  await sharedTable(shared, 'login_states').removing().where('expires_at', '<=', now).execute();
  await sharedTable(shared, 'directory').removing().where('expires_at', '<=', now).execute();
}
