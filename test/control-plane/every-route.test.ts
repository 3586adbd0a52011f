import { beforeAll, describe, expect, it } from 'vitest';
import { allows, roles } from '../../src/api/route.js';
import { timeOf } from '../../src/control-plane/ground/ground.js';
import { KeyRepository } from '../../src/control-plane/store/keys.js';
import { fillTenant } from '../support/busy-tenant.js';
import { databases } from '../support/databases.js';
import { callOf, neverEmpty, ownOnly, statusOf } from '../support/route-calls.js';
import { absentPath, allRoutes } from '../support/route-samples.js';
import { withPlane } from '../support/with-plane.js';

const closed = allRoutes.filter(([, route]) => route.role !== 'open');
const PAST = -1000;
const ENOUGH = 100_000;
const stock = ['active_jobs', 'sources', 'schedules', 'cloud_connections', 'deliveries', 'webhooks', 'retained_jobs'];
const quota = Object.fromEntries(stock.map((kind) => [kind, ENOUGH]));

describe.each(databases())('on $name', (database) => {
  let maker = '';
  const keys: Record<string, string> = {};

  const at = withPlane(database, async () => {
    const rateLimits = { read: ENOUGH, write: ENOUGH, refused: ENOUGH };
    return { rateLimits };
  });
  beforeAll(async () => {
    maker = await at.key('acme', 'admin', { subject: 'maker@acme' });
    await fillTenant(at, maker);
    expect((await at.ask('PUT', '/v1/auth/quota', { key: maker, body: quota })).status).toBe(200);
    for (const role of roles) keys[role] = await at.key('acme', role);
    keys.expired = await at.key('acme', 'admin', { expiresAt: timeOf(at.plane, PAST) });
    keys.unscoped = await at.key('acme', 'admin', { scopes: [] });
    keys.revoked = await at.key('acme', 'admin');
    const [, id] = keys.revoked.split('_');
    await at.plane.store.write('acme', (store) => new KeyRepository(store).revoke(`key_${id}`, timeOf(at.plane, PAST)));
  });

  describe.each(closed)('%s', (operation, route) => {
    /** Asks for what the route does, about things made anew. */
    const ask = async (key: string | undefined) => {
      const { url, ids, ...call } = await callOf(at, maker, operation);
      return { ids, ...(await at.ask(route.method, url, { ...call, ...(key !== undefined && { key }) })) };
    };

    it('answers 401 to whoever has no valid credential', async () => {
      for (const name of ['none', 'revoked', 'expired', 'nonsense']) {
        const { status, body } = await ask(name === 'none' ? undefined : (keys[name] ?? name));
        expect(status, name).toBe(401);
        expect(body).toHaveProperty('detail');
      }
    });

    it.each(roles)('answers its %s', async (role) => {
      const { status, text } = await ask(keys[role]);
      const allowed = route.role !== 'open' && allows(role, route.role);
      const isTheirs = role === 'admin' || !ownOnly.includes(operation);
      expect(status, text).toBe(!allowed ? 403 : isTheirs ? statusOf(operation, route) : 404);
    });

    it('answers 403 to a key without its scope', async () => {
      expect((await ask(keys.unscoped)).status).toBe(403);
    });

    it('shows another tenant nothing', async () => {
      const { status, body, ids, text } = await ask(await at.key(`stranger-${operation.toLowerCase()}`));
      expect(status, text).toBe(ids.length > 0 ? 404 : statusOf(operation, route));
      if (body?.items && !neverEmpty.includes(operation)) expect(body.items).toEqual([]);
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

  it.each(closed.filter(([, { path }]) => path.includes('{')))('%s answers 404 about what is not there', async (operation, route) => {
    const { url: _, ids: __, ...call } = await callOf(at, maker, operation);
    expect((await at.ask(route.method, absentPath(route), { ...call, key: maker })).status).toBe(404);
  });
});

describe('a route table', () => {
  it('gives every key one route, and every route one key', () => {
    const places = allRoutes.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('has nothing open but what must answer without a credential', () => {
    const open = allRoutes.filter(([, route]) => route.role === 'open').map(([, { path }]) => path);
    expect(
      open.filter((path) => !/^\/(healthz|readyz|version|openapi\.json|docs|v1\/auth\/(session|policy|link|oidc\/|saml\/))/.test(path)),
    ).toEqual([]);
  });

  it('audits every change', () => {
    // They answer what would be, and store nothing.
    const trials = ['previewSchedule', 'dryRunGatewayPolicy'];
    const silent = closed.filter(([, { method, audit }]) => method !== 'GET' && audit === undefined).map(([key]) => key);
    expect(silent.sort()).toEqual(trials.sort());
  });
});
