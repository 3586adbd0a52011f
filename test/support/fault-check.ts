import { sql } from 'kysely';
import { ChainVerifier } from '../../src/audit/chain.js';
import type { ControlPlane } from '../../src/control-plane/http/plane.js';
import { AuditLog } from '../../src/control-plane/store/audit-log.js';
import type { Asked } from './fault-load.js';
import type { Operation } from './fault-operations.js';

const FINAL = new Set(['succeeded', 'partial', 'failed', 'timed_out', 'cancelled']);

/** What is lost, doubled or half written in a tenant's database after faults; nothing when all is well. */
export async function damages(plane: ControlPlane, tenantId: string, asked: readonly Asked[]): Promise<string[]> {
  return [
    ...(await askedFaults(plane, tenantId, asked)),
    ...(await jobFaults(plane, tenantId)),
    ...(await findingFaults(plane, tenantId)),
    ...(await chainFaults(plane, tenantId)),
  ];
}

/** Rows and audit events of every write: both or neither, once, and surely there when it was accepted. */
async function askedFaults(plane: ControlPlane, tenantId: string, asked: readonly Asked[]): Promise<string[]> {
  const audits = await auditsByRequest(plane, tenantId);
  const rows = new Map<Operation, Map<string, number>>();
  const found: string[] = [];
  for (const { operation, mark, requestIds, said } of asked) {
    const events = requestIds.reduce((sum, id) => sum + (audits.get(`${operation.action} ${id}`) ?? 0), 0);
    const expected = said === 'accepted' ? [1] : said === 'refused' ? [0] : [0, 1];
    if (!expected.includes(events)) found.push(`${operation.name} ${mark} was ${said} and has ${events} audit events`);
    if (!operation.rows || said === 'refused') continue;
    if (!rows.has(operation)) rows.set(operation, await rowsByMark(plane, tenantId, operation.rows));
    const { count } = operation.rows;
    const there = rows.get(operation)?.get(mark) ?? 0;
    if (there !== (count === 0 ? 1 - events : count * events))
      found.push(`${operation.name} ${mark} was ${said} and has ${there} rows, ${events} audit events`);
  }
  return found;
}

async function auditsByRequest(plane: ControlPlane, tenantId: string): Promise<Map<string, number>> {
  const rows = await plane.store.read(tenantId, ({ db }) =>
    db.selectFrom('audit_events').select(['action', 'request_id']).where('tenant_id', '=', tenantId).execute(),
  );
  const counts = new Map<string, number>();
  for (const { action, request_id } of rows) {
    const key = `${action} ${request_id}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

async function rowsByMark(plane: ControlPlane, tenantId: string, { table, column, where = '1 = 1' }: NonNullable<Operation['rows']>) {
  const { rows } = await plane.store.read(tenantId, ({ db }) =>
    sql<{ mark: string; n: number }>`select ${sql.ref(column)} as mark, count(*) as n from ${sql.table(table)}
      where tenant_id = ${tenantId} and ${sql.raw(where)} group by ${sql.ref(column)}`.execute(db),
  );
  return new Map(rows.map(({ mark, n }) => [mark, n]));
}

/** Every job has ended, once, with the evidence it says it has, whose bytes are there. */
async function jobFaults(plane: ControlPlane, tenantId: string): Promise<string[]> {
  const { jobs, events, audits, evidence, queued } = await jobRows(plane, tenantId);
  const found: string[] = [];
  const count = (rows: readonly { job: string | null }[], id: string) => rows.filter(({ job }) => job === id).length;
  for (const { job_id, status, evidence_count, source_id, requested_by, kind } of jobs) {
    const expected = status === 'succeeded' || status === 'partial' ? 1 : 0;
    const pushed = requested_by.startsWith('ingest:');
    const own = count(evidence, job_id);
    if (!FINAL.has(status)) found.push(`${job_id} is ${status} for ever`);
    if (count(events, job_id) !== 1) found.push(`${job_id} finished ${count(events, job_id)} times`);
    if (count(audits, job_id) !== (pushed ? 0 : 1)) found.push(`${job_id} has ${count(audits, job_id)} audit events of its end`);
    // The reports of a runtime within an hour are one job; a gateway's log of the hour is kept when the hour is over.
    const isHour = kind === 'runtime.gateway' || (kind === 'runtime.proxy' && own > 0);
    if (own !== evidence_count || (own !== expected && !isHour))
      found.push(`${job_id} (${status}) has ${own} pieces of evidence, says ${evidence_count}`);
    if (source_id === null) found.push(`${job_id} has no source`);
  }
  const known = new Set(jobs.map(({ job_id }) => job_id));
  for (const { job, hash, uri } of evidence) {
    if (!known.has(job ?? '')) found.push(`evidence came from ${job}, which is not there`);
    await plane.evidence.get(uri, hash).catch((error) => found.push(`evidence of ${job}: ${error}`));
  }
  if (queued > 0) found.push(`${queued} jobs are left in the queue`);
  return found;
}

function jobRows(plane: ControlPlane, tenantId: string) {
  return plane.store.read(tenantId, async ({ db }) => {
    const [column, is, id] = ['tenant_id', '=', tenantId] as const;
    return {
      jobs: await db
        .selectFrom('jobs')
        .leftJoin('sources', (join) =>
          join.onRef('sources.tenant_id', '=', 'jobs.tenant_id').onRef('sources.source_id', '=', 'jobs.source_id'),
        )
        .select(['job_id', 'jobs.status', 'evidence_count', 'jobs.source_id', 'requested_by', 'sources.kind as kind'])
        .where('jobs.tenant_id', is, id)
        .execute(),
      events: await db.selectFrom('job_events').select('job_id as job').where(column, is, id).where('event', '=', 'finished').execute(),
      audits: await db
        .selectFrom('audit_events')
        .select('target_id as job')
        .where(column, is, id)
        .where('action', 'like', 'job.%')
        .execute(),
      evidence: await db.selectFrom('evidence').select(['job_id as job', 'hash', 'storage_uri as uri']).where(column, is, id).execute(),
      queued: (await db.selectFrom('job_queue').select('job_id').execute()).length,
    };
  });
}

/** A source, whose target never changes here, has the findings that its last scan counted, each once, each from a job and a piece of evidence that are there. */
async function findingFaults(plane: ControlPlane, tenantId: string): Promise<string[]> {
  const { findings, jobs, evidence } = await plane.store.read(tenantId, async ({ db }) => {
    const [column, is, id] = ['tenant_id', '=', tenantId] as const;
    return {
      findings: await db
        .selectFrom('findings')
        .select(['finding_id', 'source_id', 'fingerprint', 'status', 'last_job_id', 'evidence_id'])
        .where(column, is, id)
        .execute(),
      jobs: await db
        .selectFrom('jobs')
        .select(['job_id', 'source_id', 'status', 'finished_at', 'result_summary', 'requested_by'])
        .where(column, is, id)
        .orderBy('finished_at')
        .execute(),
      evidence: new Set(
        (await db.selectFrom('evidence').select('evidence_id').where(column, is, id).execute()).map(({ evidence_id }) => evidence_id),
      ),
    };
  });
  const found: string[] = [];
  const known = new Set(jobs.map(({ job_id }) => job_id));
  for (const { finding_id, last_job_id, evidence_id } of findings) {
    if (!known.has(last_job_id ?? '')) found.push(`${finding_id} came from ${last_job_id}, which is not there`);
    if (!evidence.has(evidence_id)) found.push(`${finding_id} came from ${evidence_id}, which is not there`);
  }
  if (new Set(findings.map(({ source_id, fingerprint }) => `${source_id} ${fingerprint}`)).size !== findings.length)
    found.push('findings are doubled');
  const last = new Map(
    jobs
      .filter(({ status, requested_by }) => (status === 'succeeded' || status === 'partial') && !requested_by.startsWith('ingest:'))
      .map((job) => [job.source_id, job]),
  );
  for (const [source, { job_id, result_summary }] of last) {
    const said = result_summary?.findings;
    const open = findings.filter(({ source_id, status }) => source_id === source && status !== 'resolved').length;
    if (open !== said) found.push(`${source} has ${open} open findings, its last job ${job_id} found ${said}`);
  }
  return found;
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
