import type { Selectable } from 'kysely';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type JobEventRow = Selectable<Tables['job_events']>;

/** What is told of a job while it runs; `queued` is the first, `finished` the last. */
export interface JobEvent {
  event: 'queued' | 'started' | 'step' | 'progress' | 'finding' | 'finished';
  data: Readonly<Record<string, unknown>>;
}

/** The events of jobs of one tenant, numbered from 1 within each job. */
export class JobEvents {
  constructor(private readonly store: TenantStore) {}

  /** Appends in order. Who appends must hold the job: two writers would take the same numbers. */
  async append(jobId: string, events: readonly JobEvent[], now: string): Promise<void> {
    if (events.length === 0) return;
    const { tenantId, db } = this.store;
    const last = await this.last(jobId);
    const rows = events.map(({ event, data }, index) => ({
      tenant_id: tenantId,
      job_id: jobId,
      seq: last + index + 1,
      event,
      data: JSON.stringify(data),
      created_at: now,
    }));
    await db.insertInto('job_events').values(rows).execute();
  }

  after(jobId: string, seq: number, limit = 200): Promise<JobEventRow[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('job_events')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('job_id', '=', jobId)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute();
  }

  private async last(jobId: string): Promise<number> {
    const { tenantId, db } = this.store;
    const row = await db
      .selectFrom('job_events')
      .select('seq')
      .where('tenant_id', '=', tenantId)
      .where('job_id', '=', jobId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.seq ?? 0;
  }
}
