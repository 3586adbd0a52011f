import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenTestPlane, openTestPlane } from '../../support/control-plane.js';
import { databases } from '../../support/databases.js';
import { type TokenIssuer, tokenIssuer } from '../../support/token-issuer.js';

const SECRET = 'a secret of the proxy that is long enough';
const proxied = (tenant: string, more: object = {}) => ({
  headers: {
    ...{ 'x-service-subject': 'ann', 'x-service-role': 'analyst', 'x-service-tenant': tenant, 'x-service-proxy-secret': SECRET },
    ...more,
  },
});

describe.each(databases())('tenants on $name', (database) => {
  let idp: TokenIssuer;
  const planes: OpenTestPlane[] = [];
  beforeAll(async () => {
    idp = await tokenIssuer();
  });
  afterAll(async () => {
    for (const at of planes) await at.close();
    await idp.close();
    await database.close();
  });

  const open = async (options: Parameters<typeof openTestPlane>[0]) => {
    const at = await openTestPlane({ ...(await database.open()), ...options });
    planes.push(at);
    const names = async () => {
      const rows = await at.plane.store.shared(({ db }) => db.selectFrom('tenants').select('tenant_id').orderBy('tenant_id').execute());
      return rows.map(({ tenant_id }) => tenant_id);
    };
    const made = async (tenant: string) => {
      const key = await at.key(tenant);
      return (await at.ask('GET', '/v1/audit?action=tenant.create', { key })).body.items;
    };
    return { at, names, made };
  };
  const oidc = (more: { tenants?: Record<string, string> } = {}) => ({
    oidc: {
      ...{ issuer: idp.issuer, audience: 'castellan', tenantClaim: 'org', roleClaim: 'groups', roles: { sec: 'analyst' as const } },
      ...more,
    },
  });

  it('are not made by a header: an unknown one is refused, and nothing is written', async () => {
    const { at, names } = await open({ trustedProxy: { secret: SECRET, peers: [] }, ...oidc() });
    await at.key('acme');
    for (const [method, url] of [
      ['GET', '/v1/auth/me'],
      ['GET', '/v1/sources'],
      ['DELETE', '/v1/sources/src_00000000'],
    ] as const)
      expect(await at.ask(method, url, proxied('acmee'))).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining('not known') },
      });
    expect((await at.ask('GET', '/v1/auth/me', { key: await idp.token({ org: 'acmee' }) })).status).toBe(403);
    expect(await names()).toEqual(['acme']);
    const rows = await at.plane.store.read('acmee', ({ db }) =>
      db.selectFrom('audit_events').select('seq').where('tenant_id', '=', 'acmee').execute(),
    );
    expect(rows).toEqual([]);
    expect((await at.ask('GET', '/v1/auth/me', proxied('acme'))).body).toMatchObject({ tenant_id: 'acme', role: 'analyst' });
    await at.key('acmee');
    expect((await at.ask('GET', '/v1/auth/me', proxied('acmee'))).status).toBe(200);
  });

  it('are made at the start where a mapping names them, with an audit event', async () => {
    const { at, names, made } = await open(oidc({ tenants: { 'Acme Inc.': 'acme', 'Acme Ltd.': 'acme', Globex: 'globex' } }));
    expect(await names()).toEqual(['acme', 'globex']);
    expect((await at.ask('GET', '/v1/auth/me', { key: await idp.token({ org: 'Globex' }) })).body).toMatchObject({ tenant_id: 'globex' });
    expect((await at.ask('GET', '/v1/auth/me', { key: await idp.token({ org: 'Initech' }) })).status).toBe(401);
    expect(await made('acme')).toMatchObject([{ actor: 'operator:mapping', target_id: 'acme', details: { by: 'mapping' } }]);
  });

  it('are made by their first user where that is switched on, once, with an audit event', async () => {
    const { at, names, made } = await open({ trustedProxy: { secret: SECRET, peers: [] }, tenantsOnFirstUse: true });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => at.ask('GET', '/v1/auth/me', proxied('acme', { 'x-request-id': 'first-of-acme' }))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await at.ask('GET', '/v1/auth/me', proxied('globex', { 'x-service-role': 'owner' }))).status).toBe(401);
    expect(await names()).toEqual(['acme']);
    expect(await made('acme')).toMatchObject([{ actor: 'user:ann', auth_method: 'first_use', request_id: 'first-of-acme' }]);
    const key = await at.key('acme');
    expect((await at.ask('GET', '/v1/audit/verify', { key })).body).toMatchObject({ valid: true });
  });

  it('believe a clock that is a minute off, and no more', async () => {
    const { at } = await open(oidc());
    await at.key('acme');
    const now = Math.floor(at.plane.clock() / 1000);
    const status = async (claims: Record<string, unknown>) => (await at.ask('GET', '/v1/auth/me', { key: await idp.token(claims) })).status;
    for (const claim of ['nbf', 'iat']) {
      expect([claim, await status({ [claim]: now + 45 })]).toEqual([claim, 200]);
      expect([claim, await status({ [claim]: now + 90 })]).toEqual([claim, 401]);
    }
    expect([await status({ exp: now - 45 }), await status({ exp: now - 90 })]).toEqual([200, 401]);
  });
});
