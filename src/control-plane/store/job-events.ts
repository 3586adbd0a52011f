import type { JsonObject } from '../../support/json.js';
import type { TenantStore } from './layer/store.js';
import { Table } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type JobEventRow = Tables['job_events'];

/** An event of a running job; `queued` is the first, `finished` the last. */
export interface JobEvent {
  event: 'queued' | 'started' | 'step' | 'progress' | 'finding' | 'finished';
  data: JsonObject;
}

/** The events of one tenant's jobs, numbered from 1 within each job. */
export class JobEvents extends Table<'job_events'> {
  constructor(store: TenantStore) {
    super(store, 'job_events');
  }

  /** Appends in order. The caller must hold the job's lease: two writers would use the same numbers. */
  async append(job_id: string, events: readonly JobEvent[], now: string): Promise<void> {
    if (events.length === 0) return;
    const last = await this.last(job_id);
    await this.createMany(events.map(({ event, data }, index) => ({ job_id, seq: last + index + 1, event, data, created_at: now })));
  }

  after(job_id: string, seq: number, limit = 200): Promise<JobEventRow[]> {
    return this.rows({ job_id }).where('seq', '>', seq).orderBy('seq').limit(limit).execute();
  }

  private async last(job_id: string): Promise<number> {
    return (await this.select(['seq'], { job_id }).orderBy('seq', 'desc').limit(1).executeTakeFirst())?.seq ?? 0;
  }
}
