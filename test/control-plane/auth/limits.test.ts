import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { timeOf } from '../../../src/control-plane/ground/ground.js';
import { requireQuota, useIngestQuota } from '../../../src/control-plane/limits/quota.js';
import { openTestPlane } from '../../support/control-plane.js';
import { databases, sqlite } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

describe.each(databases())('limits on $name', (database) => {
  const rateLimits = { read: 12, write: 5, session: 3, refused: 4 };
  const at = withPlane(database, { rateLimits });

  it('hold per tenant and class, and say when to come back', async () => {
    const [key, other] = [await at.key('acme'), await at.key('globex')];
    const reads = await Promise.all(Array.from({ length: 16 }, () => at.ask('GET', '/v1/auth/me', { key })));
    const refused = reads.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    const [one] = refused;
    expect(one?.body.detail).toMatch(/^too many reads/);
    expect(Number(one?.headers['retry-after'])).toBeGreaterThan(0);
    expect(one?.headers).toMatchObject({ 'ratelimit-limit': '12', 'ratelimit-remaining': '0' });
    expect(Number(one?.headers['ratelimit-reset'])).toBeLessThanOrEqual(60);
    const body = { kind: 'ingest.trace_push', display_name: 'x' };
    const writes = await Promise.all(Array.from({ length: 7 }, () => at.ask('POST', '/v1/sources', { key, body })));
    expect(writes.filter(({ status }) => status === 201)).toHaveLength(5);
    expect((await at.ask('GET', '/v1/auth/me', { key: other })).status).toBe(200);
    expect((await at.ask('GET', '/healthz')).status).toBe(200);
  });

  it('hold per address for sign-ins and for credentials that are not valid', async () => {
    const sign = () => at.ask('POST', '/v1/auth/session', { body: { api_key: 'svc_nothing' } });
    expect((await Promise.all([sign(), sign(), sign(), sign(), sign()])).map(({ status }) => status).sort()).toEqual([
      401, 401, 401, 429, 429,
    ]);
    const guesses = await Promise.all(Array.from({ length: 6 }, () => at.ask('GET', '/v1/sources', { key: 'svc_guess' })));
    expect(guesses.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 429, 429]);
  });

  it.runIf(database.name === 'postgres')('are the same for all processes', async () => {
    const auditKeyFile = join(at.plane.options.dataFolder, 'audit.key');
    const { databaseUrl = '' } = at.plane.options;
    const second = await openTestPlane({ databaseUrl, rateLimits, auditKeyFile });
    const key = await at.key('initech');
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, turn) => (turn % 2 ? at : second).ask('GET', '/v1/auth/me', { key: key })),
    );
    await second.close();
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(12);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4);
  });
});

describe.each(databases())('quotas on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  const put = (body: object, by = key) => at.ask('PUT', '/v1/auth/quota', { key: by, body });

  it('are shown with what is used, changed by administrators, and reset by null', async () => {
    const before = await at.ask('GET', '/v1/auth/quota', { key });
    expect(before.body).toMatchObject({
      tenant_id: 'acme',
      active_jobs: 10,
      sources: 200,
      ingest_events_per_day: 1_000_000,
      usage: { sources: 0 },
    });
    expect((await put({ sources: 3, schedules: 0 })).body).toMatchObject({ sources: 3, schedules: 0, fleet_agents: 2000 });
    expect((await put({ sources: null })).body).toMatchObject({ sources: 200, schedules: 0 });
    expect(await put({ sources: -1, schedules: -5 })).toMatchObject({
      status: 400,
      body: { detail: 'a quota cannot be negative: sources, schedules' },
    });
    for (const body of [{ sources: 1.5 }, { sources: '3' }, { cats: 3 }, { tenant_id: 'globex' }])
      expect((await put(body)).status).toBe(422);
    expect((await put({ sources: 1 }, await at.key('acme', 'analyst'))).status).toBe(403);
    expect((await at.ask('GET', '/v1/auth/quota', { key: await at.key('globex') })).body).toMatchObject({
      tenant_id: 'globex',
      schedules: 100,
    });
  });

  it('stop what would pass them, also when it comes at once', async () => {
    await put({ sources: 3 });
    const add = (name: string) =>
      at.plane.store.write('acme', async (store) => {
        await requireQuota(store, 'sources');
        const now = timeOf(at.plane);
        const row = {
          tenant_id: 'acme',
          source_id: `src_${name}`,
          kind: 'scan.repo',
          display_name: name,
          owner: 'x',
          credential_mode: 'none',
        };
        const rest = { enabled: true, status: 'configured', scope: {}, labels: {}, created_by: 'x', created_at: now, updated_at: now };
        await store.db
          .insertInto('sources')
          .values({ ...row, ...rest })
          .execute();
      });
    const made = await Promise.allSettled(Array.from({ length: 10 }, (_, number) => add(`number${number}`)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(add('one-more')).rejects.toMatchObject({ status: 429, message: "the tenant's quota of 3 sources is used up" });
    expect((await at.ask('GET', '/v1/auth/quota', { key })).body.usage.sources).toBe(3);
  });

  it('count what comes in a day, and begin anew the next', async () => {
    await put({ ingest_events_per_day: 100 });
    const take = (events: number, now: string) => at.plane.store.write('acme', (store) => useIngestQuota(store, events, now));
    await take(90, '2030-01-01T23:00:00.000Z');
    await expect(take(11, '2030-01-01T23:00:00.000Z')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    await take(10, '2030-01-01T23:30:00.000Z');
    await take(100, '2030-01-02T00:00:00.000Z');
  });
});

describe('a request that is none', () => {
  let key = '';
  let port = 0;
  const at = withPlane(sqlite(), { maxBodyBytes: 2000, requestTimeoutMs: 1500 });
  beforeAll(async () => {
    key = await at.key('acme');
    port = Number(new URL(await at.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });

  const raw = (text: string) =>
    new Promise<string>((done) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (bytes) => {
        answer += bytes;
      });
      socket.on('close', () => done(answer)).on('error', () => done(answer));
    });

  it('is answered in the shape and with the headers of every error', async () => {
    for (const path of ['/v1/%zz', '/v1/sources/%00', '/v1/sources?kind=%00', '/%c0%af']) {
      const answer = await at.ask('GET', path, { key });
      expect({ path, status: answer.status, body: answer.body }).toEqual({ path, status: 400, body: { detail: 'malformed request' } });
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
      expect(answer.headers['x-request-id']).toBeTruthy();
    }
    const wrong = await at.ask('PATCH', '/v1/sources', { key });
    expect([wrong.status, wrong.headers['allow'], wrong.body]).toEqual([405, 'GET, HEAD, POST', { detail: 'method not allowed' }]);
    expect((await at.ask('PATCH', '/v1/sources')).status).toBe(401);
    const large = { kind: 'scan.repo', display_name: 'x'.repeat(3000) };
    expect(await at.ask('POST', '/v1/sources', { key, body: large })).toMatchObject({
      status: 413,
      body: { detail: 'the body is too large' },
    });
    expect((await at.ask('POST', '/v1/sources', { key, body: '{"a":' })).status).toBe(422);
    expect((await at.ask('POST', '/v1/sources', { key, body: '<a/>', headers: { 'content-type': 'text/xml' } })).status).toBe(415);
    expect((await at.ask('POST', '/v1/sources', { key, body: '{}', headers: { 'content-encoding': 'br' } })).status).toBe(415);
  });

  it('does not wait for slow senders, nor read endless headers', async () => {
    const slow = await raw(
      `POST /v1/sources HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    expect(slow).toMatch(/^HTTP\/1\.1 408 /);
    expect(slow).toContain('{"detail":"the request came too slowly"}');
    const long = await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 431 [\s\S]*x-content-type-options: nosniff[\s\S]*\{"detail":/);
    expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});
