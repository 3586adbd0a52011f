import { ChainVerifier } from '../../src/audit/chain.js';
import type { ControlPlane } from '../../src/control-plane/plane.js';
import { AuditLog } from '../../src/control-plane/store/audit-log.js';

const FINAL = new Set(['succeeded', 'partial', 'failed', 'timed_out', 'cancelled']);

/** What is lost, doubled or half written in a tenant's database after faults; nothing when all is well. */
export async function damages(plane: ControlPlane, tenantId: string, accepted: readonly string[]): Promise<string[]> {
  const { jobs, events, audits, evidence, findings, queued } = await everything(plane, tenantId);
  const known = new Set(jobs.map(({ job_id }) => job_id));
  const found = accepted.filter((id) => !known.has(id)).map((id) => `${id} is lost`);
  const count = (rows: readonly { job: string | null }[], id: string) => rows.filter(({ job }) => job === id).length;
  for (const { job_id, status, evidence_count, source_id } of jobs) {
    const expected = status === 'succeeded' || status === 'partial' ? 1 : 0;
    const own = count(evidence, job_id);
    if (!FINAL.has(status)) found.push(`${job_id} is ${status} for ever`);
    if (count(events, job_id) !== 1) found.push(`${job_id} finished ${count(events, job_id)} times`);
    if (count(audits, job_id) !== 1) found.push(`${job_id} has ${count(audits, job_id)} audit events of its end`);
    if (own !== expected || evidence_count !== expected)
      found.push(`${job_id} (${status}) has ${own} pieces of evidence, says ${evidence_count}`);
    if (source_id === null) found.push(`${job_id} has no source`);
  }
  for (const { job, hash, uri } of evidence) {
    await plane.evidence.get(uri, hash).catch((error) => found.push(`evidence of ${job}: ${error}`));
  }
  const prints = findings.map(({ source_id, fingerprint }) => `${source_id} ${fingerprint}`);
  if (new Set(prints).size !== prints.length) found.push('findings are doubled');
  for (const { last_job_id } of findings)
    if (!known.has(last_job_id ?? '')) found.push(`a finding came from ${last_job_id}, which is not there`);
  if (queued > 0) found.push(`${queued} jobs are left in the queue`);
  return [...found, ...(await chainFaults(plane, tenantId))];
}

function everything(plane: ControlPlane, tenantId: string) {
  return plane.store.read(tenantId, async ({ db }) => {
    const [column, is, id] = ['tenant_id', '=', tenantId] as const;
    return {
      jobs: await db.selectFrom('jobs').select(['job_id', 'status', 'evidence_count', 'source_id']).where(column, is, id).execute(),
      events: await db.selectFrom('job_events').select('job_id as job').where(column, is, id).where('event', '=', 'finished').execute(),
      audits: await db
        .selectFrom('audit_events')
        .select('target_id as job')
        .where(column, is, id)
        .where('action', 'like', 'job.%')
        .execute(),
      evidence: await db.selectFrom('evidence').select(['job_id as job', 'hash', 'storage_uri as uri']).where(column, is, id).execute(),
      findings: await db.selectFrom('findings').select(['source_id', 'fingerprint', 'last_job_id']).where(column, is, id).execute(),
      queued: (await db.selectFrom('job_queue').select('job_id').execute()).length,
    };
  });
}

async function chainFaults(plane: ControlPlane, tenantId: string): Promise<string[]> {
  return plane.store.read(tenantId, async (store) => {
    const log = new AuditLog(store, plane.ring);
    const verifier = new ChainVerifier(tenantId, plane.ring);
    let seq = 0;
    for (let entries = await log.after(seq); entries.length > 0; entries = await log.after(seq)) {
      for (const entry of entries) verifier.take(entry);
      seq = entries.at(-1)?.seq ?? seq;
    }
    const verdict = verifier.end(await log.head());
    return verdict.valid ? [] : [`the audit chain is broken at ${verdict.first_bad_seq}: ${verdict.reason}`];
  });
}
