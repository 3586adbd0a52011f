import { OriginRepository } from './findings/finding-origins.js';
import type { FindingRow } from './findings/findings.js';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';

/** A source that saw a finding, and what it knows of it. */
interface FindingOrigin {
  source_id: string;
  kind: string;
  display_name: string;
  status: string;
  first_seen: string;
  last_seen: string;
  last_job_id: string | null;
  evidence_id: string;
}

/** Every source that has seen the finding, the longest-known first. */
async function originsOf(store: TenantStore, row: FindingRow): Promise<FindingOrigin[]> {
  const shared = row.shared ? ((await new OriginRepository(store).of([row.finding_id])).get(row.finding_id) ?? []) : [];
  const origins = shared.length > 0 ? shared : [{ ...row, status: row.status === 'resolved' ? 'resolved' : 'open' }];
  const source_id = origins.map((origin) => origin.source_id);
  const sources = await tenantTable(store, 'sources').select(['source_id', 'kind', 'display_name'], { source_id }).execute();
  const byId = new Map(sources.map((source) => [source.source_id, source]));
  return origins.map(({ source_id: id, status, first_seen, last_seen, last_job_id, evidence_id }) => {
    const { kind = '', display_name = '' } = byId.get(id) ?? {};
    return { source_id: id, kind, display_name, status, first_seen, last_seen, last_job_id, evidence_id };
  });
}

/**
 * Where a finding comes from: the source, the jobs that saw it, the evidence it was last read from, and all sources that
 * have seen it. Null when a row was removed.
 */
export async function provenanceOf(store: TenantStore, row: FindingRow) {
  const { source_id, first_job_id, last_job_id, evidence_id } = row;
  const source = await tenantTable(store, 'sources')
    .select(['source_id', 'kind', 'display_name', 'owner', 'credential_mode'], { source_id })
    .executeTakeFirst();
  const last_job = await tenantTable(store, 'jobs')
    .select(['job_id', 'job_type', 'status', 'requested_by', 'finished_at'], { job_id: last_job_id ?? '' })
    .executeTakeFirst();
  const evidence = await tenantTable(store, 'evidence')
    .select(['evidence_id', 'kind', 'hash', 'content_type', 'created_at'], { evidence_id })
    .executeTakeFirst();
  const origins = await originsOf(store, row);
  return { source: source ?? null, origins, first_job_id, last_job_id, last_job: last_job ?? null, evidence: evidence ?? null };
}
