import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allows, type Role } from '../../src/api/route.js';
import { openTestPlane, type TestPlane } from '../support/control-plane.js';
import { absentPath, allRoutes } from '../support/route-samples.js';

let at: TestPlane;
const keys: Record<string, string> = {};

beforeAll(async () => {
  at = await openTestPlane({ maxBodyBytes: 10_000 });
  for (const role of ['viewer', 'analyst', 'admin'] as const) keys[role] = await at.key('acme', role);
  keys.stranger = await at.key('globex');
  keys.expired = await at.key('acme', 'admin', { expiresAt: new Date(Date.now() - 1000).toISOString() });
  keys.unscoped = await at.key('acme', 'admin', { scopes: [] });
  keys.revoked = await at.key('acme', 'admin');
  const [, id] = keys.revoked.split('_');
  const { KeyRepository } = await import('../../src/control-plane/store/keys.js');
  await at.plane.store.write('acme', (store) => new KeyRepository(store).revoke(`key_${id}`, new Date(Date.now() - 1000).toISOString()));
});
afterAll(() => at.close());

const closed = allRoutes.filter(([, route]) => route.role !== 'open');

/** Statuses of a request that was let in: what it asks for is absent, empty or malformed, never a failure of ours. */
const LET_IN = [200, 201, 202, 204, 302, 400, 404, 409, 422, 503];

describe.each(closed)('%s', (_, route) => {
  const ask = (key: string | undefined) =>
    at.ask(route.method, absentPath(route), { ...(key !== undefined && { key }), ...(route.method !== 'GET' && { body: {} }) });

  it('is closed to whoever has no valid credential', async () => {
    for (const key of [undefined, keys.revoked, keys.expired, 'svc_nonsense']) {
      const answer = await ask(key);
      expect(answer.status, String(key)).toBe(401);
      expect(answer.body).toHaveProperty('detail');
    }
  });

  it('asks for its role and its scope', async () => {
    for (const role of ['viewer', 'analyst', 'admin'] satisfies Role[]) {
      const { status } = await ask(keys[role]);
      if (route.role !== 'open' && allows(role, route.role)) expect(LET_IN, `${role} got ${status}`).toContain(status);
      else expect(status, role).toBe(403);
    }
    expect((await ask(keys.unscoped)).status).toBe(403);
  });

  it('names the request and hardens its answer, also when it fails', async () => {
    const { headers } = await at.ask(route.method, absentPath(route), { headers: { 'x-request-id': 'mine-12345678' } });
    expect(headers).toMatchObject({
      'x-request-id': 'mine-12345678',
      'x-trace-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      'x-span-id': expect.stringMatching(/^[0-9a-f]{16}$/),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toBeDefined();
  });
});

describe('routes that name something', () => {
  const named = closed.filter(([, route]) => route.path.includes('{') && route.method !== 'POST');
  it.each(named)('%s: what is not there, or is another tenant’s, is not found', async (_, route) => {
    const body = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: {} };
    const { status } = await at.ask(route.method, absentPath(route), {
      ...(keys.stranger !== undefined && { key: keys.stranger }),
      ...body,
    });
    // SCIM knows no 422 (RFC 7644 section 3.12).
    expect([404, route.scim ? 400 : 422]).toContain(status);
  });
});

describe('a route table', () => {
  it('gives every key one route, and every route one key', () => {
    const places = allRoutes.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('has nothing open but what must answer without a credential', () => {
    const open = allRoutes.filter(([, route]) => route.role === 'open').map(([, { path }]) => path);
    expect(open.filter((path) => !/^\/(healthz|readyz|version|openapi\.json|docs|v1\/auth\/(session|oidc\/|saml\/))/.test(path))).toEqual(
      [],
    );
  });

  it('audits every change', () => {
    const silent = closed.filter(([, { method, audit }]) => method !== 'GET' && audit === undefined).map(([key]) => key);
    expect(silent).toEqual([]);
  });
});
