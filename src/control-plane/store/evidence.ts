import type { Selectable } from 'kysely';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type EvidenceRow = Selectable<Tables['evidence']>;

export interface EvidenceFilter {
  job_id?: string | undefined;
  source_id?: string | undefined;
}

/** Rows of evidence of one tenant; they are never changed, but for the note that their bytes are gone. */
export class EvidenceRepository {
  constructor(private readonly store: TenantStore) {}

  find(evidenceId: string): Promise<EvidenceRow | undefined> {
    const { tenantId, db } = this.store;
    return db.selectFrom('evidence').selectAll().where('tenant_id', '=', tenantId).where('evidence_id', '=', evidenceId).executeTakeFirst();
  }

  /** Newest first. */
  async list<T>(filter: EvidenceFilter, page: PageRequest, item: (row: EvidenceRow) => T): Promise<Page<T>> {
    const { tenantId, db } = this.store;
    let query = db.selectFrom('evidence').selectAll().where('tenant_id', '=', tenantId);
    if (filter.job_id !== undefined) query = query.where('job_id', '=', filter.job_id);
    if (filter.source_id !== undefined) query = query.where('source_id', '=', filter.source_id);
    const rows = await newestFirst(query, ['created_at', 'evidence_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.created_at, row.evidence_id], item);
  }

  /** Where it came from, and how many findings it shows. */
  async provenance({ evidence_id, source_id, job_id }: EvidenceRow) {
    const { tenantId, db } = this.store;
    const source = await db
      .selectFrom('sources')
      .select(['source_id', 'kind', 'display_name', 'owner', 'credential_mode', 'connector_name'])
      .where('tenant_id', '=', tenantId)
      .where('source_id', '=', source_id ?? '')
      .executeTakeFirst();
    const job = await db
      .selectFrom('jobs')
      .select(['job_id', 'job_type', 'status', 'requested_by', 'started_at', 'finished_at'])
      .where('tenant_id', '=', tenantId)
      .where('job_id', '=', job_id ?? '')
      .executeTakeFirst();
    const shown = await db
      .selectFrom('findings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .where('last_job_id', '=', job_id ?? '')
      .where('evidence_id', '=', evidence_id)
      .executeTakeFirst();
    return { source, job, findings: Number(shown?.count ?? 0) };
  }
}
