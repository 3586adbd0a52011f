import type { FindingRow } from './findings/findings.js';
import { selectMany } from './layer/many-rows.js';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';

/** A source that saw a finding, and what it knows of it. */
export interface FindingOrigin {
  finding_id: string;
  source_id: string;
  kind: string;
  display_name: string;
  status: string;
  first_seen: string;
  last_seen: string;
}

/**
 * Every source that reads the same thing and saw the finding there, the longest-known first. Paths in a fingerprint are relative, so
 * that equal fingerprints of different repositories are different findings.
 */
export async function originsOf(
  store: TenantStore,
  { source_id: own, fingerprint }: Pick<FindingRow, 'source_id' | 'fingerprint'>,
): Promise<FindingOrigin[]> {
  const sources = await tenantTable(store, 'sources').select(['source_id', 'kind', 'display_name', 'scope']).execute();
  const target = targetOf(sources.find(({ source_id }) => source_id === own)?.scope ?? {});
  const same = sources.filter(({ source_id, scope }) => source_id === own || (target !== undefined && targetOf(scope) === target));
  const byId = new Map(same.map((row) => [row.source_id, row]));
  // By the sources, of which there are few, so that the index of both columns is used.
  const rows = await tenantTable(store, 'findings')
    .select(['finding_id', 'source_id', 'status', 'first_seen', 'last_seen'], { source_id: [...byId.keys()], fingerprint })
    .orderBy('first_seen')
    .orderBy('finding_id')
    .execute();
  return rows.map((row) => {
    const { kind = '', display_name = '' } = byId.get(row.source_id) ?? {};
    return { ...row, kind, display_name };
  });
}

/** Ids of findings of other sources that read the same things and saw the same there. */
export async function originIds(store: TenantStore, rows: readonly Pick<FindingRow, 'source_id' | 'fingerprint'>[]): Promise<string[]> {
  const sources = await tenantTable(store, 'sources').select(['source_id', 'scope']).execute();
  const targets = new Map(sources.map(({ source_id, scope }) => [source_id, targetOf(scope)]));
  const ids: string[] = [];
  for (const own of new Set(rows.map(({ source_id }) => source_id))) {
    const target = targets.get(own);
    const others = sources.filter(({ source_id }) => source_id !== own && target !== undefined && targets.get(source_id) === target);
    if (others.length === 0) continue;
    const prints = rows.flatMap(({ source_id, fingerprint }) => (source_id === own ? [fingerprint] : []));
    const source_id = others.map((other) => other.source_id);
    const found = await selectMany(prints, (fingerprint) =>
      tenantTable(store, 'findings')
        .select(['finding_id'], { source_id, fingerprint: [...fingerprint] })
        .execute(),
    );
    ids.push(...found.map(({ finding_id }) => finding_id));
  }
  return ids;
}

/** The repository, folder or image that a scope names; undefined for one that names none, because it is pushed to. */
function targetOf({ url, repo_url, path, ref, connection_id }: Readonly<Record<string, unknown>>): string | undefined {
  const address = url ?? repo_url;
  if (typeof address === 'string') return `${address.replace(/\/$|\.git$/, '')}\n${typeof ref === 'string' ? ref : ''}`;
  const named = [path, ref, connection_id].find((one) => typeof one === 'string');
  return typeof named === 'string' ? named : undefined;
}

/**
 * Where a finding comes from: the source, the jobs that saw it, the evidence it was last read from, and all sources that
 * see the same. Null when a row was removed.
 */
export async function provenanceOf(
  store: TenantStore,
  row: Pick<FindingRow, 'source_id' | 'fingerprint' | 'first_job_id' | 'last_job_id' | 'evidence_id'>,
) {
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
