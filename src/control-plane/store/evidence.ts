import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { Table, tenantTable } from './layer/table.js';
import type { Tables } from './layer/tables.js';

/** Bytes of evidence in the folder or bucket, with or without a row. */
export interface StoredBytes {
  /** SHA-256 in hex. */
  hash: string;
  storageUri: string;
}

export type EvidenceRow = Tables['evidence'];

export interface EvidenceFilter {
  job_id?: string | undefined;
  source_id?: string | undefined;
}

/** Rows of evidence of one tenant. They never change, except that their bytes may be marked as removed. */
export class EvidenceRepository extends Table<'evidence'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'evidence');
  }

  /** Newest first. */
  list<T>({ job_id, source_id }: EvidenceFilter, page: PageRequest, item: (row: EvidenceRow) => T): Promise<Page<T>> {
    return newestPage(this.rows({ job_id, source_id }), ['created_at', 'evidence_id'], page, item);
  }

  /** Where it came from, and how many findings it shows. */
  async provenance({ evidence_id, source_id, job_id }: EvidenceRow) {
    const source = await tenantTable(this.store, 'sources')
      .select(['source_id', 'kind', 'display_name', 'owner', 'credential_mode', 'connector_name'], { source_id: source_id ?? '' })
      .executeTakeFirst();
    const job = await tenantTable(this.store, 'jobs')
      .select(['job_id', 'job_type', 'status', 'requested_by', 'started_at', 'finished_at'], { job_id: job_id ?? '' })
      .executeTakeFirst();
    const last = { last_job_id: job_id ?? '', evidence_id };
    const alone = await tenantTable(this.store, 'findings').count({ ...last, shared: false });
    const findings = alone + (await tenantTable(this.store, 'finding_origins').count(last));
    return { source, job, findings };
  }
}
