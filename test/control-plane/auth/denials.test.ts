import { describe, expect, it } from 'vitest';
import { ChainVerifier } from '../../../src/audit/chain.js';
import { Denials } from '../../../src/control-plane/auth/denials.js';
import { AuditLog } from '../../../src/control-plane/store/audit-log.js';
import { openTestPlane } from '../../support/control-plane.js';
import { databases } from '../../support/databases.js';
import { leaked, secretShapes } from '../../support/secret-shapes.js';
import { withPlane } from '../../support/with-plane.js';

describe.each(databases())('refusals on $name', (database) => {
  const at = withPlane(database);

  const denials = (tenant: string) =>
    at.plane.store.read(tenant, async (store) =>
      (await new AuditLog(store, at.plane.ring).after(0)).filter(({ action }) => action === 'access.deny'),
    );

  it('stand in the chain of the tenant, or of nobody, and many of a kind as one', async () => {
    const viewer = await at.key('acme', 'viewer');
    for (let turn = 0; turn < 30; turn++) {
      await at.ask('POST', '/v1/auth/keys', { key: viewer, body: {} });
      await at.ask('GET', '/v1/auth/keys', { key: 'svc_nobody' });
    }
    expect(await denials('acme')).toMatchObject([
      { actor: expect.stringMatching(/^key:key_/), target_id: 'POST /v1/auth/keys', outcome: 'denied', details: { status: 403, count: 1 } },
    ]);
    expect(await denials('system')).toMatchObject([
      { actor: 'anonymous', target_id: 'GET /v1/auth/keys', details: { status: 401, count: 1, client_address: '127.0.0.1' } },
    ]);
    at.advance(61_000);
    await at.ask('GET', '/v1/auth/keys', { key: viewer });
    expect((await denials('acme')).map(({ details }) => details['count'])).toEqual([1, 29, 1]);
    expect((await denials('system')).map(({ details }) => details['count'])).toEqual([1, 29]);
  });

  it('of more kinds than are counted apart become one event with their number, at the latest when the server stops', async () => {
    const noted = new Denials(at.plane);
    const request = { requestId: 'req_1', traceId: '0'.repeat(32), spanId: '0'.repeat(16) };
    const refused = { status: 401, tenantId: 'initech', actor: 'anonymous', method: 'none', route: 'GET /v1/sources', request } as const;
    for (let caller = 0; caller < 230; caller++) await noted.note({ ...refused, clientAddress: `10.0.0.${caller}` });
    const one = (await denials('initech')).map(({ actor, details }) => [actor, details['client_address'], details['count']]);
    expect(one).toHaveLength(201);
    expect(one.at(-1)).toEqual(['many', 'many', 1]);
    await noted.close();
    const all = (await denials('initech')).map(({ details }) => Number(details['count']));
    expect(all).toHaveLength(202);
    expect(all.reduce((sum, count) => sum + count, 0)).toBe(230);
  });

  it('leave both chains whole, also when they come at once', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => at.key('acme', 'viewer')));
    await Promise.all(
      keys.flatMap((key) => [
        at.ask('DELETE', '/v1/auth/keys/key_00000000', { key }),
        at.ask('GET', '/v1/sources', { key: 'svc_x' }),
        at.ask('PUT', '/v1/auth/quota', { key, body: {} }),
      ]),
    );
    for (const tenant of ['acme', 'system']) {
      const verdict = await at.plane.store.read(tenant, async (store) => {
        const log = new AuditLog(store, at.plane.ring);
        const verifier = new ChainVerifier(tenant, at.plane.ring);
        for (const entry of await log.after(0)) verifier.take(entry);
        return verifier.end(await log.head());
      });
      expect(verdict).toMatchObject({ valid: true });
      expect(verdict.events).toBeGreaterThan(1);
    }
  });
});

describe.each(databases())('secrets on $name', (database) => {
  it('of forty shapes go nowhere through the routes of identity', async () => {
    const at = await openTestPlane(await database.open());
    const key = await at.key('acme');
    const seen: string[] = [];
    for (const { text } of secretShapes) {
      const asks = [
        at.ask('POST', '/v1/auth/keys', { key, body: { name: text } }),
        at.ask('POST', '/v1/auth/keys', { key, body: { name: `n${seen.length}`, subject: text } }),
        at.ask('POST', '/v1/auth/session', { body: { api_key: text } }),
        at.ask('GET', '/v1/auth/me', { headers: { 'x-api-key': text.replaceAll('\n', ' ') } }),
        at.ask('GET', '/v1/auth/me', { headers: { host: 'localhost', cookie: `service_session=${text.replaceAll(/[\n;]/g, ' ')}` } }),
        at.ask('POST', '/scim/v2/Users', { key, body: { userName: text } }),
        at.ask('POST', '/scim/v2/Users', { key, body: { userName: `u${seen.length}`, title: text, password: text } }),
        at.ask('POST', '/scim/v2/Groups', { key, body: { displayName: text } }),
        at.ask('GET', `/scim/v2/Users?filter=${encodeURIComponent(`userName eq ${JSON.stringify(text)}`)}`, { key }),
        at.ask('PUT', '/v1/auth/group-roles', { key, body: { group_roles: { [text]: 'viewer' } } }),
        at.ask('PUT', '/v1/auth/quota', { key, body: { [text]: 1 } }),
      ];
      seen.push(...(await Promise.all(asks)).map((answer) => answer.text));
    }
    const tables = [
      'api_keys',
      'sessions',
      'scim_users',
      'scim_groups',
      'tenant_settings',
      'audit_events',
      'directory',
      'login_states',
    ] as const;
    for (const tenant of ['acme', 'system'])
      for (const table of tables)
        seen.push(JSON.stringify(await at.plane.store.read(tenant, ({ db }) => db.selectFrom(table).selectAll().execute())));
    expect(leaked(seen.join('\n'))).toEqual([]);
    await at.close();
    await database.close();
  });
});
