import type { FindingRow } from './findings/findings.js';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';

/**
 * Where a finding comes from: the source, the jobs that saw it, the evidence it was last read from. Null when a row was
 * removed.
 */
export async function provenanceOf(
  store: TenantStore,
  { source_id, first_job_id, last_job_id, evidence_id }: Pick<FindingRow, 'source_id' | 'first_job_id' | 'last_job_id' | 'evidence_id'>,
) {
  const source = await tenantTable(store, 'sources')
    .select(['source_id', 'kind', 'display_name', 'owner', 'credential_mode'], { source_id })
    .executeTakeFirst();
  const last_job = await tenantTable(store, 'jobs')
    .select(['job_id', 'job_type', 'status', 'requested_by', 'finished_at'], { job_id: last_job_id ?? '' })
    .executeTakeFirst();
  const evidence = await tenantTable(store, 'evidence')
    .select(['evidence_id', 'kind', 'hash', 'content_type', 'created_at'], { evidence_id })
    .executeTakeFirst();
  return { source: source ?? null, first_job_id, last_job_id, last_job: last_job ?? null, evidence: evidence ?? null };
}
