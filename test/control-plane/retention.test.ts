import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { timeOf } from '../../src/control-plane/ground/ground.js';
import { newId } from '../../src/control-plane/ids.js';
import { recordFinishedJob } from '../../src/control-plane/ingest/job-record.js';
import { sweep } from '../../src/control-plane/retention/retention.js';
import type { TestPlane } from '../support/control-plane.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const DAY = 86_400_000;

describe.each(databases())('retention on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  beforeAll(async () => {
    admin = await at.key('acme', 'admin', { expiresAt: timeOf(at.plane, 1000 * DAY) });
    await at.key('globex');
    for (const name of ['first', 'second']) await finishedJob(at, 'acme', `evidence of ${name}`);
    await finishedJob(at, 'globex', 'evidence of second');
    await runtimeEvent(at, 'acme');
    await at.plane.evidence.put('raw', 'text/plain', Buffer.from('nobody recorded this'));
  });

  it('leaves what is young', async () => {
    at.advance(89 * DAY);
    expect(await sweep(at.plane)).toMatchObject({ jobs: 0, evidence: 0, runtime_events: 0 });
    expect((await eventsOf(at, 'acme')).length).toBe(0);
  });

  it('removes old jobs with their events, and old runtime events, and says so in the audit chain', async () => {
    at.advance(2 * DAY);
    expect(await sweep(at.plane)).toMatchObject({ jobs: 3, evidence: 0, runtime_events: 1 });
    expect(await eventsOf(at, 'acme')).toEqual([expect.objectContaining({ jobs: 2, runtime_events: 1 })]);
    expect(await count(at, 'acme', 'jobs')).toBe(0);
    expect(await count(at, 'acme', 'job_events')).toBe(0);
    expect((await at.ask('GET', '/v1/audit/verify', { key: admin })).body).toMatchObject({ valid: true });
  });

  it('releases the bytes of evidence later and keeps rows and hashes', async () => {
    at.advance(30 * DAY);
    expect(await sweep(at.plane)).toMatchObject({ evidence: 3 });
    const rows = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('evidence').selectAll().where('tenant_id', '=', 'acme').execute(),
    );
    expect(rows).toHaveLength(2);
    for (const { bytes_removed_at, hash } of rows) {
      expect(bytes_removed_at).toMatch(/Z$/);
      expect(existsSync(join(at.folder, 'data/evidence', hash.slice(0, 2), `${hash}.gz`))).toBe(false);
    }
  });

  it('removes bytes that no row ever named, within a day of sweeps', async () => {
    const before = await at.plane.evidence.put('raw', 'text/plain', Buffer.from('named by nobody'));
    const path = join(at.folder, 'data/evidence', before.hash.slice(0, 2), `${before.hash}.gz`);
    at.advance(2 * DAY);
    for (let hour = 0; hour < 16; hour += 1) {
      await sweep(at.plane);
      at.advance(DAY / 24);
    }
    expect(existsSync(path)).toBe(false);
  });

  it('keeps bytes that another tenant needs', async () => {
    await finishedJob(at, 'acme', 'shared bytes');
    await finishedJob(at, 'globex', 'shared bytes');
    await at.plane.store.write('globex', ({ db }) =>
      db
        .updateTable('evidence')
        .set({ created_at: timeOf(at.plane, 200 * DAY) })
        .where('tenant_id', '=', 'globex')
        .where('bytes_removed_at', 'is', null)
        .execute(),
    );
    at.advance(125 * DAY);
    expect(await sweep(at.plane)).toMatchObject({ evidence: 1, blobs: 0 });
    expect(await count(at, 'acme', 'jobs')).toBe(0);
    expect((await at.plane.evidence.get(`folder:${await hashOf(at, 'globex')}`, await hashOf(at, 'globex'))).toString()).toBe(
      'shared bytes',
    );
  });

  it('keeps what a tenant holds, until it lets go', async () => {
    const held = await at.key('holder');
    const jobId = await finishedJob(at, 'holder', 'held bytes');
    await runtimeEvent(at, 'holder');
    const bind = (draft: object) => at.ask('POST', '/v1/policy-bindings', { key: held, body: { policy_kind: 'retention', ...draft } });
    const { body } = await bind({ target_type: 'tenant', mode: 'off' });
    for (const target_type of ['source', 'agent', 'environment', 'upstream', 'agent_type'])
      expect(await bind({ target_type, target_id: 'x' })).toMatchObject({
        status: 422,
        body: { detail: 'target_type: a policy of kind retention can be bound to tenant' },
      });
    at.advance(125 * DAY);
    const counts = async () => [await count(at, 'holder', 'jobs'), await count(at, 'holder', 'runtime_events')];
    await sweep(at.plane);
    expect(await counts()).toEqual([1, 1]);
    const key = await at.key('holder');
    expect((await at.ask('GET', `/v1/scan/${jobId}`, { key })).status).toBe(200);
    expect((await at.ask('PUT', `/v1/policy-bindings/${body.binding_id}`, { key, body: { mode: 'enforce' } })).status).toBe(200);
    expect(await sweep(at.plane)).toMatchObject({ jobs: 1, runtime_events: 1, evidence: 1 });
    expect(await counts()).toEqual([0, 0]);
  });

  it('keeps the job that a finding was last seen by, and its evidence', async () => {
    const finding = { id: 'CVE-2021-23337', title: 'command injection', severity: 'high', purl: 'pkg:npm/lodash@4.17.20' };
    const { body } = await at.ask('POST', '/v1/findings/bulk', { key: admin, body: { findings: [finding] } });
    at.advance(130 * DAY);
    await sweep(at.plane);
    expect((await at.ask('GET', `/v1/scan/${body.job_id}`, { key: admin })).status).toBe(200);
    expect((await at.ask('GET', `/v1/evidence/${body.evidence_id}/content`, { key: admin })).status).toBe(200);
  });

  it('folds the pushes of a source and day into one job, which all that came from them then comes from', async () => {
    const key = await at.key('pusher', 'admin', { expiresAt: timeOf(at.plane, 1000 * DAY) });
    const get = async (url: string) => (await at.ask('GET', url, { key })).body;
    const push = (id: string) => at.ask('POST', '/v1/findings/bulk', { key, body: { findings: [{ id, title: id, severity: 'low' }] } });
    // Noon: what follows lies in one day.
    at.advance(DAY * 1.5 - (at.plane.clock() % DAY));
    for (const day of ['A', 'B']) {
      for (const n of [1, 2, 3]) expect((await push(`CVE-2025-${day === 'A' ? 1 : 2}00${n}`)).status).toBe(200);
      await at.ask('POST', '/v1/proxy/audit', {
        key,
        body: { session_id: 's', events: [{ occurred_at: timeOf(at.plane), decision: 'deny' }] },
      });
      at.advance(DAY);
    }
    expect((await get('/v1/jobs')).items).toHaveLength(8);
    expect(await sweep(at.plane)).toMatchObject({ jobs: 0, folded_jobs: 2 });
    at.advance(DAY);
    expect(await sweep(at.plane)).toMatchObject({ jobs: 0, folded_jobs: 2 });
    expect(await sweep(at.plane)).toMatchObject({ jobs: 0, folded_jobs: 0 });
    const jobs = (await get('/v1/jobs')).items;
    expect(jobs).toHaveLength(4);
    const bulk = jobs.filter(({ evidence_count }: { evidence_count: number }) => evidence_count === 3);
    expect(bulk).toMatchObject([{ result_summary: { folded_jobs: 2 } }, { result_summary: { folded_jobs: 2 } }]);
    const ids = new Set(jobs.map(({ job_id }: { job_id: string }) => job_id));
    const { items } = await get('/v1/findings');
    expect(items).toHaveLength(6);
    for (const { finding_id } of items) {
      const { provenance } = await get(`/v1/findings/${finding_id}`);
      expect([ids.has(provenance.first_job_id), ids.has(provenance.last_job_id), provenance.last_job === null]).toEqual([
        true,
        true,
        false,
      ]);
    }
    for (const { job_id, evidence_count } of jobs) expect((await get(`/v1/evidence?job_id=${job_id}`)).items).toHaveLength(evidence_count);
    for (const source of (await get('/v1/sources')).items) expect(source).toMatchObject({ last_result: { status: 'succeeded' } });
    expect((await get('/v1/audit?action=retention.sweep')).items).toHaveLength(2);
  });
});

async function hashOf(at: TestPlane, tenant: string): Promise<string> {
  const row = await at.plane.store.read(tenant, ({ db }) =>
    db
      .selectFrom('evidence')
      .select('hash')
      .where('tenant_id', '=', tenant)
      .where('bytes_removed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return row.hash;
}

async function finishedJob(at: TestPlane, tenant: string, bytes: string): Promise<string> {
  const stored = await at.plane.evidence.put('report', 'application/json', Buffer.from(bytes));
  const now = timeOf(at.plane);
  return at.plane.store.write(tenant, async (store) => {
    const jobId = await recordFinishedJob(
      store,
      { jobType: 'import', requestedBy: 'key:test', requestedRole: 'analyst', spec: {}, traceId: '0'.repeat(32), now },
      { status: 'succeeded', summary: {}, evidenceCount: 1 },
    );
    await store.db
      .insertInto('evidence')
      .values({
        tenant_id: tenant,
        evidence_id: newId('evd'),
        job_id: jobId,
        source_id: null,
        kind: stored.kind,
        storage_uri: stored.storageUri,
        content_type: stored.contentType,
        hash: stored.hash,
        size: stored.size,
        created_at: now,
        bytes_removed_at: null,
      })
      .execute();
    return jobId;
  });
}

async function runtimeEvent(at: TestPlane, tenant: string): Promise<void> {
  const now = timeOf(at.plane);
  const nothing = {
    source_id: null,
    session_id: null,
    agent: null,
    server: null,
    tool: null,
    mode: null,
    policy_id: null,
    rule_id: null,
    severity: null,
  };
  await at.plane.store.write(tenant, ({ db }) =>
    db
      .insertInto('runtime_events')
      .values({
        tenant_id: tenant,
        event_id: newId('evt'),
        origin: 'proxy',
        ...nothing,
        decision: 'allow',
        alert: false,
        occurred_at: now,
        received_at: now,
        document: {},
      })
      .execute(),
  );
}

async function eventsOf(at: TestPlane, tenant: string): Promise<unknown[]> {
  const rows = await at.plane.store.read(tenant, ({ db }) =>
    db.selectFrom('audit_events').select('details').where('tenant_id', '=', tenant).where('action', '=', 'retention.sweep').execute(),
  );
  return rows.map(({ details }) => details);
}

async function count(at: TestPlane, tenant: string, table: 'jobs' | 'job_events' | 'runtime_events'): Promise<number> {
  const rows = await at.plane.store.read(tenant, ({ db }) =>
    db.selectFrom(table).select('tenant_id').where('tenant_id', '=', tenant).execute(),
  );
  return rows.length;
}
