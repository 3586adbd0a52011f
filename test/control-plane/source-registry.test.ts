import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.js';
import { sampleProject } from '../support/job-runs.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('the source registry on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  let path = '';
  beforeAll(async () => {
    key = await at.key('acme');
    path = sampleProject(at);
  });

  const make = async (body: object) => at.ask('POST', '/v1/sources', { key, body: { display_name: 'one', ...body } });
  const repo = async () => (await make({ kind: 'scan.repo', scope: { path } })).body.source_id as string;
  const put = (id: string, body: object) => at.ask('PUT', `/v1/sources/${id}`, { key, body });
  const run = (id: string, as = key) => at.ask('POST', `/v1/sources/${id}/run`, { key: as });

  it('merges a change, and takes away what is null', async () => {
    const { body: source } = await make({ kind: 'scan.repo', scope: { path }, description: 'mine', labels: { team: 'a' } });
    const changed = await put(source.source_id, { display_name: 'two', description: null, labels: { team: 'b' } });
    expect(changed).toMatchObject({
      status: 200,
      body: { display_name: 'two', description: null, labels: { team: 'b' }, scope: { path } },
    });
    expect((await put(source.source_id, { kind: 'scan.image' })).status).toBe(422);
    expect((await put(source.source_id, { scope: { paths: [path] } })).status).toBe(422);
    expect((await put('src_0000000000', { display_name: 'x' })).status).toBe(404);
    expect((await put(source.source_id, { enabled: false })).body).toMatchObject({ enabled: false, status: 'disabled' });
    expect((await run(source.source_id)).status).toBe(409);
    expect((await put(source.source_id, { enabled: true })).body.status).toBe('configured');
  });

  it('refers to credentials that are there, detaches them, and runs nothing with them', async () => {
    const now = new Date().toISOString();
    const credential = {
      provider: 'github',
      mode: 'env',
      external_ref: 'GITHUB',
      owner: 'me',
      labels: {},
      status: 'active',
      health: 'unknown',
    };
    const absent = { display_name: null, description: null, last_validated_at: null, last_validation: null, expires_at: null };
    await at.plane.store.write('acme', ({ db }) =>
      db
        .insertInto('credentials')
        .values({ tenant_id: 'acme', credential_ref_id: 'crd_00000001', ...credential, ...absent, created_at: now, updated_at: now })
        .execute(),
    );
    const { body: source } = await make({
      kind: 'scan.repo',
      scope: { path },
      credential_ref: 'crd_00000001',
      credential_mode: 'credential_ref',
    });
    expect(source).toMatchObject({ credential_mode: 'reference', credential_ref: 'crd_00000001' });
    expect(await run(source.source_id)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('credential reference') } });
    expect((await put(source.source_id, { display_name: 'kept' })).body.credential_ref).toBe('crd_00000001');
    expect((await put(source.source_id, { credential_ref: null })).body).toMatchObject({ credential_mode: 'none', credential_ref: null });
    expect((await run(source.source_id)).status).toBe(202);
    expect((await make({ kind: 'scan.repo', scope: { path }, credential_ref: 'crd_99999999' })).status).toBe(404);
    expect((await make({ kind: 'scan.repo', scope: { path }, credential_mode: 'reference' })).status).toBe(422);
  });

  it('runs what can be run, and tells whether it would', async () => {
    const id = await repo();
    const launched = await run(id);
    expect(launched).toMatchObject({ status: 202, body: { status: 'queued' } });
    const jobs = await at.ask('GET', `/v1/sources/${id}/jobs`, { key });
    expect(jobs.body.items.map((job: { job_id: string }) => job.job_id)).toEqual([launched.body.job_id]);
    expect(await at.ask('POST', `/v1/sources/${id}/test`, { key })).toMatchObject({ status: 200, body: { status: 'ok' } });
    for (const kind of ['ingest.fleet_sync', 'ingest.trace_push', 'ingest.result_push', 'runtime.proxy', 'runtime.gateway']) {
      expect((await run((await make({ kind })).body.source_id)).status).toBe(409);
    }
    const connector = (await make({ kind: 'connector.registry' })).body.source_id;
    expect((await run(connector)).status).toBe(409);
    expect((await at.ask('POST', `/v1/sources/${connector}/test`, { key })).body.status).toBe('failed');
    expect((await run((await make({ kind: 'ingest.artifact_import', scope: { format: 'spdx' } })).body.source_id)).status).toBe(409);
    expect((await run('src_0000000000')).status).toBe(404);
    expect((await run(id, await at.key('acme', 'viewer'))).status).toBe(403);
    expect((await run(id, await at.key('globex'))).status).toBe(404);
  });

  it.each([
    ['connector.registry', {}, /no registry is configured/],
    ['connector.warehouse', {}, /no warehouse is connected/],
    ['runtime.proxy', {}, /pushed to/],
  ])('keeps %s as a record, which everything that would run it refuses with one reason', async (kind, scope, reason) => {
    const made = await make({ kind, scope });
    expect(made).toMatchObject({ status: 201, body: { kind, scope, status: 'configured' } });
    const id = made.body.source_id;
    expect((await at.ask('GET', `/v1/sources/${id}`, { key })).body).toMatchObject({ kind, scope });
    const post = (url: string, body: object) => at.ask('POST', url, { key, body, headers: { 'idempotency-key': `${kind}${url}` } });
    const refusals = [
      await run(id),
      await post('/v1/scan', { source_id: id }),
      await post('/v1/sources/run-cohort', { source_ids: [await repo(), id] }),
      await post('/v1/schedules', { cron: '0 3 * * *', source_id: id }),
      await post('/v1/schedules', { cron: '0 3 * * *', scan_config: { source_ids: [await repo(), id] } }),
    ];
    for (const { status, body } of refusals) expect({ status, body }).toEqual({ status: 409, body: { detail: refusals[0]?.body.detail } });
    expect(refusals[0]?.body.detail).toMatch(reason);
    const tested = (await at.ask('POST', `/v1/sources/${id}/test`, { key })).body;
    if (kind !== 'runtime.proxy')
      expect(tested).toMatchObject({
        status: 'failed',
        checks: expect.arrayContaining([{ name: 'collector', ok: false, message: refusals[0]?.body.detail }]),
      });
    expect((await at.ask('GET', `/v1/sources/${id}/jobs`, { key })).body.items).toEqual([]);
    expect((await make({ kind, scope: { colour: 'red' } })).status).toBe(422);
  });

  it('refuses what lies outside the scan roots, by whatever way', async () => {
    symlinkSync('/etc', join(at.folder, 'way-out'));
    for (const out of ['/etc', `${at.folder}/../..`, `${at.folder}/way-out`, `${at.folder}/way-out/ssh`, 'app', `${at.folder}-beside`]) {
      expect((await make({ kind: 'scan.repo', scope: { path: out } })).status).toBe(422);
    }
    expect((await make({ kind: 'scan.repo', scope: { url: 'file:///etc/repository' } })).status).toBe(422);
    expect((await make({ kind: 'scan.mcp_config', scope: { paths: [`${path}/.mcp.json`, '/etc/passwd'] } })).status).toBe(422);
  });

  it('is removed when nothing is linked to it, and retired when something is', async () => {
    const [unused, used] = [await repo(), await repo()];
    await run(used);
    const drop = (id: string, as = key) => at.ask('DELETE', `/v1/sources/${id}`, { key: as });
    expect((await drop(used, await at.key('acme', 'analyst'))).status).toBe(403);
    expect([(await drop(unused)).status, (await drop(used)).status]).toEqual([204, 204]);
    expect((await at.ask('GET', `/v1/sources/${unused}`, { key })).status).toBe(404);
    expect((await at.ask('GET', `/v1/sources/${used}`, { key })).body).toMatchObject({
      status: 'retired',
      enabled: false,
      linked: { jobs: 1 },
    });
    expect((await run(used)).status).toBe(409);
    expect((await put(used, { enabled: true })).status).toBe(409);
  });
});
