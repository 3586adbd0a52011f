import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { AuditLog } from '../../../src/control-plane/store/audit-log.js';
import { openTestPlane, type TestPlane } from '../../support/control-plane.js';
import { sqlite } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const SECRET = 'a secret of the proxy that is long enough';

describe('the door', () => {
  let key = '';
  let port = 0;
  const at = withPlane(sqlite(), { trustedProxy: { secret: SECRET, peers: [] } });
  beforeAll(async () => {
    key = await at.key('acme');
    port = Number(new URL(await at.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });

  /** Over a socket, with headers as they are, repeated ones too. */
  const send = (headers: [string, string][], path = '/v1/auth/me', method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((done, fail) => {
      const flat = [['host', 'localhost'] as [string, string], ...headers].flat();
      const sent = httpRequest(
        { port, host: '127.0.0.1', path, method, headers: flat as unknown as string[], setHost: false },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece) => {
            text += piece;
          });
          answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        },
      );
      sent.on('error', fail).end();
    });

  it('takes a key by either header, however the scheme is written, and nothing that only looks like one', async () => {
    const good: [string, string][] = [
      ['authorization', `Bearer ${key}`],
      ['authorization', `bearer ${key}`],
      ['AUTHORIZATION', `BEARER   ${key}`],
      ['x-api-key', key],
      ['X-API-Key', ` ${key} `],
    ];
    for (const one of good) expect({ one, status: (await send([one])).status }).toEqual({ one, status: 200 });
    const [start, id, token, sum] = key.split('_') as [string, string, string, string];
    const bad: [string, string][] = [
      ['authorization', ''],
      ['authorization', 'Bearer'],
      ['authorization', 'Bearer '],
      ['authorization', key],
      ['authorization', `Basic ${Buffer.from(`x:${key}`).toString('base64')}`],
      ['authorization', `Bearer ${key} ${key}`],
      ['authorization', `Bearer ${key},`],
      ['authorization', `Bearer\t${key}`],
      ['authorization', `Bearer ${'x'.repeat(15_000)}`],
      ['x-api-key', ''],
      ['x-api-key', `${start}_${id}_${token}_00000000`],
      ['x-api-key', `${start}_${id}_${'A'.repeat(43)}_${sum}`],
      ['x-api-key', key.toUpperCase()],
      ['cookie', 'service_session=x'],
      ['cookie', 'service_session=; service_session='],
      ['cookie', '__Host-service_session=x'],
    ];
    for (const one of bad) expect({ one, status: (await send([one])).status }).toEqual({ one, status: 401 });
  });

  it('asks the database nothing about a key whose checksum is wrong', async () => {
    const { store } = at.plane;
    const spied: string[] = [];
    const read = store.read.bind(store);
    store.read = (tenant, work) => {
      spied.push(tenant);
      return read(tenant, work);
    };
    const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    expect((await at.ask('GET', '/v1/auth/me', { key: wrong })).status).toBe(401);
    expect(spied).toEqual([]);
    store.read = read;
  });

  it('takes one word for who asks', async () => {
    const bearer: [string, string] = ['authorization', `Bearer ${key}`];
    const double: [string, string][][] = [
      [bearer, bearer],
      [bearer, ['Authorization', 'Bearer svc_other']],
      [bearer, ['x-api-key', key]],
      [bearer, ['cookie', 'service_session=x']],
      [
        ['x-api-key', key],
        ['X-API-KEY', key],
      ],
      [bearer, ['host', 'another']],
      [bearer, ['x-service-csrf', 'a'], ['x-service-csrf', 'b']],
    ];
    for (const headers of double) expect({ headers, status: (await send(headers)).status }).toEqual({ headers, status: 400 });
    const proxied: [string, string][] = [
      ['x-service-subject', 'mallory'],
      ['x-service-subject', 'ann'],
      ['x-service-role', 'viewer'],
      ['x-service-tenant', 'acme'],
      ['x-service-proxy-secret', SECRET],
    ];
    expect((await send(proxied)).status).toBe(400);
    expect((await send(proxied.slice(1))).status).toBe(200);
  });

  it('says 401 before all else', async () => {
    const asked: [string, string][] = [
      ['GET', '/nothing'],
      ['DELETE', '/v1/sources'],
      ['POST', '/healthz'],
      ['PATCH', '/v1/auth/policy'],
      ['GET', '/v1/auth/me'],
      ['GET', '/metrics'],
      ['OPTIONS', '/v1/sources'],
      ['HEAD', '/v1/sources'],
      ['TRACE', '/v1/sources'],
      ['GET', '/V1/sources'],
      ['GET', '/v1/sources/'],
      ['GET', '//v1/sources'],
    ];
    for (const [method, path] of asked) expect({ path, status: (await send([], path, method)).status }).toEqual({ path, status: 401 });
    const wrong = { 'content-type': 'text/xml' };
    expect((await at.ask('POST', '/v1/sources', { body: 'x'.repeat(11 * 1024 * 1024), headers: wrong })).status).toBe(401);
  });

  it('is open to who watches the service, also by HEAD, and to no other origin', async () => {
    for (const path of ['/healthz', '/readyz', '/version', '/openapi.json', '/docs']) {
      const [got, head] = [await send([], path), await send([['origin', 'https://evil.example']], path, 'HEAD')];
      expect([got.status, head.status, head.text]).toEqual([200, 200, '']);
      expect(Object.keys(head.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const preflight = await send([['authorization', `Bearer ${key}`]], '/v1/sources', 'OPTIONS');
    expect([preflight.status, preflight.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
  });

  it('names a tenant to nobody but its own', async () => {
    const to = (path: string, headers = {}) => at.ask('GET', path, { key, headers });
    expect((await to('/v1/sources?tenant_id=globex')).status).toBe(403);
    expect((await to('/v1/sources?tenant_id=acme')).status).toBe(400);
    expect((await to('/v1/auth/me', { 'x-service-tenant': 'globex', 'x-service-role': 'viewer' })).body).toMatchObject({
      tenant_id: 'acme',
      role: 'admin',
    });
  });

  it('keeps a trace that can be one, and makes another for what cannot', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceOf = async (traceparent: string) => (await at.ask('GET', '/healthz', { headers: { traceparent } })).headers['x-trace-id'];
    expect(await traceOf(`00-${trace}-00f067aa0ba902b7-01`)).toBe(trace);
    expect(await traceOf(`cc-${trace}-00f067aa0ba902b7-01-what-comes-later`)).toBe(trace);
    for (const wrong of [
      `ff-${trace}-00f067aa0ba902b7-01`,
      `00-${trace}-00f067aa0ba902b7-01-more`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
      '',
    ])
      expect(await traceOf(wrong)).toMatch(/^(?!4bf92f35)[0-9a-f]{32}$/);
    for (const id of ['short', 'x'.repeat(65), 'has space in it', 'crlf\r\nx-evil: 1', 'ünïcödé-id'])
      expect((await at.ask('GET', '/healthz', { headers: { 'x-request-id': id } })).headers['x-request-id']).toMatch(/^req_/);
  });

  it('writes a forged request of a session down as refused to its user, in its tenant', async () => {
    const host = { host: 'localhost:8422' };
    const opened = await at.ask('POST', '/v1/auth/session', { body: { api_key: key }, headers: host });
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    const forged = await at.ask('DELETE', '/v1/auth/session', { headers: { ...host, cookie, origin: 'https://evil.example' } });
    expect(forged.status).toBe(403);
    const events = await at.plane.store.read('acme', (store) => new AuditLog(store, at.plane.ring).after(0));
    expect(events.at(-1)).toMatchObject({
      action: 'access.deny',
      actor: `key:key_${key.split('_')[1]}`,
      auth_method: 'session',
      target_id: 'DELETE /v1/auth/session',
      details: { status: 403 },
    });
    expect(
      (await at.ask('POST', '/v1/auth/session', { body: { api_key: key }, headers: { ...host, origin: 'https://evil.example' } })).status,
    ).toBe(403);
  });
});

describe('metrics', () => {
  const ask = (at: TestPlane, headers: Record<string, string> = {}) =>
    at.ask('GET', '/metrics', { headers: { host: 'localhost:8422', ...headers } });

  it('need a credential with the scope read', async () => {
    const at = await openTestPlane();
    expect((await ask(at)).status).toBe(401);
    expect((await at.ask('GET', '/metrics', { key: await at.key('acme', 'viewer', { scopes: ['read'] }) })).status).toBe(200);
    await at.close();
  });

  it('need none on this machine, where that was asked for, unless somebody passed the request on', async () => {
    const at = await openTestPlane({ metricsOnLoopback: true, publicUrl: 'https://castellan.example.com' });
    const answer = await ask(at);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    const others: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 ingress' },
      { host: 'castellan.example.com' },
      { origin: 'https://evil.example' },
      { authorization: 'Bearer svc_wrong' },
    ];
    for (const headers of others) expect({ headers, status: (await ask(at, headers)).status }).toEqual({ headers, status: 401 });
    expect((await at.ask('GET', '/v1/sources', { headers: { host: 'localhost' } })).status).toBe(401);
    await at.close();
  });
});
