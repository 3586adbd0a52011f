import type { JobRow } from './jobs.js';
import type { SourceRow } from './sources.js';
import type { TenantStore } from './store.js';

/** What intakes read and write besides what `ingest` does. */
export class PushRepository {
  constructor(private readonly store: TenantStore) {}

  /** Sources of a kind that are not retired, oldest first. */
  sourcesOf(kind: string): Promise<SourceRow[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('sources')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind)
      .where('status', '<>', 'retired')
      .orderBy('created_at')
      .orderBy('source_id')
      .execute();
  }

  /** Makes the source unless somebody else just has. */
  async addSource(row: Omit<SourceRow, 'tenant_id'>): Promise<boolean> {
    const { tenantId, db } = this.store;
    const done = await db
      .insertInto('sources')
      .values({ tenant_id: tenantId, ...row })
      .onConflict((clash) => clash.columns(['tenant_id', 'source_id']).doNothing())
      .executeTakeFirst();
    return done.numInsertedOrUpdatedRows === 1n;
  }

  /** Writes what a push brought into its job. */
  async finish(jobId: string, ended: Pick<JobRow, 'status' | 'finished_at' | 'evidence_count' | 'result_summary'>): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('jobs').set(ended).where('tenant_id', '=', tenantId).where('job_id', '=', jobId).execute();
  }
}
