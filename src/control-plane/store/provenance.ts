import type { FindingRow } from './findings.js';
import type { TenantStore } from './store.js';

/** Where a finding comes from: the source, the jobs that saw it, the evidence it was last read from. Null where a row is gone. */
export async function provenanceOf(
  store: TenantStore,
  { source_id, first_job_id, last_job_id, evidence_id }: Pick<FindingRow, 'source_id' | 'first_job_id' | 'last_job_id' | 'evidence_id'>,
) {
  const { db, tenantId } = store;
  const source = await db
    .selectFrom('sources')
    .select(['source_id', 'kind', 'display_name', 'owner', 'credential_mode'])
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', source_id)
    .executeTakeFirst();
  const last_job = await db
    .selectFrom('jobs')
    .select(['job_id', 'job_type', 'status', 'requested_by', 'finished_at'])
    .where('tenant_id', '=', tenantId)
    .where('job_id', '=', last_job_id ?? '')
    .executeTakeFirst();
  const evidence = await db
    .selectFrom('evidence')
    .select(['evidence_id', 'kind', 'hash', 'content_type', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('evidence_id', '=', evidence_id)
    .executeTakeFirst();
  return { source: source ?? null, first_job_id, last_job_id, last_job: last_job ?? null, evidence: evidence ?? null };
}
