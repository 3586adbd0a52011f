import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { KeyRepository } from '../../../src/control-plane/store/keys.js';
import { databases } from '../../support/databases.js';
import { type TokenIssuer, tokenIssuer } from '../../support/token-issuer.js';
import { withPlane } from '../../support/with-plane.js';

const HOUR = 3_600_000;
const LOCAL = { host: 'localhost:8422' };
const idOf = (key: string) => `key_${key.split('_')[1]}`;

describe.each(databases())('access on $name', (database) => {
  let idp: TokenIssuer;
  const at = withPlane(database, async () => {
    idp = await tokenIssuer();
    const oidc = { issuer: idp.issuer, audience: 'castellan', tenantClaim: 'org', roleClaim: 'groups', roles: { root: 'admin' } } as const;
    return { oidc };
  });
  afterAll(() => idp.close());

  // The clock of the service goes ahead of the issuer's.
  const tokenOf = (claims: object) => idp.token({ ...claims, exp: Math.floor(at.plane.clock() / 1000) + 300 });
  const user = (key: string, body: object) => at.ask('POST', '/scim/v2/Users', { key, body });
  const deactivate = (key: string, id: string) =>
    at.ask('PATCH', `/scim/v2/Users/${id}`, { key, body: { Operations: [{ op: 'replace', path: 'active', value: false }] } });
  const make = async (key: string, body: object) => (await at.ask('POST', '/v1/auth/keys', { key, body })).body;
  const me = (key: string) => at.ask('GET', '/v1/auth/me', { key });
  async function session(key: string) {
    const opened = await at.ask('POST', '/v1/auth/session', { body: { api_key: key }, headers: LOCAL });
    return { opened, headers: { ...LOCAL, cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' } };
  }

  it('by a session does not begin while its key is being revoked', async () => {
    await at.key('acme');
    const key = await at.key('acme');
    await me(key);
    const asked = await at.plane.store.write('acme', async (store) => {
      const keys = new KeyRepository(store);
      await keys.lock();
      await keys.revoke(idOf(key), new Date(at.plane.clock()).toISOString());
      const late = session(key);
      await sleep(150);
      return { late };
    });
    expect((await asked.late).opened.status).toBe(401);
  });

  it('by a session ends with the overlap of the key it was opened with', async () => {
    const admin = await at.key('rotating', 'admin', { expiresAt: '2099-01-01T00:00:00.000Z' });
    const { headers } = await session(admin);
    const rotated = await at.ask('POST', `/v1/auth/keys/${idOf(admin)}/rotate`, { key: admin, body: { overlap_hours: 0.25 } });
    expect(rotated.status).toBe(201);
    expect((await at.ask('GET', '/v1/auth/me', { headers })).status).toBe(200);
    at.advance(HOUR / 3);
    expect((await at.ask('GET', '/v1/auth/me', { headers })).status).toBe(401);
  });

  it('ends for users of any name, also the ones whose letters databases do not fold', async () => {
    const admin = await at.key('letters');
    const made = await make(admin, { name: 'theirs', role: 'analyst', subject: 'ÉLODIE.ÇELİK@EXAMPLE.COM' });
    const { body } = await user(admin, { userName: 'élodie.çelİk@example.com' });
    const { headers } = await session(made.api_key);
    expect((await deactivate(admin, body.id)).status).toBe(200);
    expect((await me(made.api_key)).status).toBe(401);
    expect((await at.ask('GET', '/v1/auth/me', { headers })).status).toBe(401);
  });

  it('ends also for whom the provider calls by their external id', async () => {
    const admin = await at.key('external');
    const token = await tokenOf({ sub: '00u-ann', org: 'external', groups: ['root'] });
    expect((await me(token)).body).toMatchObject({ subject: '00u-ann', role: 'admin' });
    const { body } = await user(admin, { userName: 'ann@example.com', externalId: '00u-ann' });
    expect((await me(token)).status).toBe(200);
    const key = (await make(token, { name: 'hers' })).api_key;
    await deactivate(admin, body.id);
    expect([(await me(token)).status, (await me(key)).status]).toEqual([401, 401]);
  });

  it('is not given anew to a deactivated user', async () => {
    const admin = await at.key('gone');
    await user(admin, { userName: 'Eve@example.com', active: false });
    const again = await at.ask('POST', '/v1/auth/keys', { key: admin, body: { name: 'again', subject: 'eve@EXAMPLE.com' } });
    expect([again.status, again.body]).toEqual([409, { detail: 'the user of this name is deactivated' }]);
  });

  it('is kept for the last administrator’s key, whatever would end it', async () => {
    const admin = await at.key('last');
    const { body: owner } = await user(admin, { userName: 'admin@last' });
    const refused = await deactivate(admin, owner.id);
    expect([refused.status, refused.body.status, refused.body.schemas]).toEqual([
      409,
      '409',
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ]);
    expect((await at.ask('DELETE', `/scim/v2/Users/${owner.id}`, { key: admin })).status).toBe(409);
    expect((await at.ask('PUT', `/scim/v2/Users/${owner.id}`, { key: admin, body: { userName: 'renamed@last' } })).status).toBe(409);
    const roles = (group_roles: object) => at.ask('PUT', '/v1/auth/group-roles', { key: admin, body: { group_roles } });
    await roles({ admins: 'admin' });
    const group = { displayName: 'admins', members: [{ value: owner.id }] };
    const { body: admins } = await at.ask('POST', '/scim/v2/Groups', { key: admin, body: group });
    expect((await roles({ admins: 'viewer' })).status).toBe(409);
    expect((await at.ask('DELETE', `/scim/v2/Groups/${admins.id}`, { key: admin })).status).toBe(409);
    expect((await me(admin)).status).toBe(200);
    expect((await at.ask('GET', `/scim/v2/Users/${owner.id}`, { key: admin })).body).toMatchObject({
      active: true,
      userName: 'admin@last',
    });
    const other = await make(admin, { name: 'other', role: 'admin', subject: 'ops' });
    expect((await deactivate(other.api_key, owner.id)).status).toBe(200);
    expect((await me(admin)).status).toBe(401);
  });

  it('is kept for one administrator’s key also when revocation and deactivation come at once', async () => {
    const one = await at.key('race');
    const { body } = await user(one, { userName: 'solo' });
    const mine = await make(one, { name: 'solo', role: 'admin', subject: 'solo' });
    await user(one, { userName: 'boss' });
    const token = await tokenOf({ sub: 'boss', org: 'race', groups: ['root'] });
    const answers = await Promise.all([at.ask('DELETE', `/v1/auth/keys/${idOf(one)}`, { key: token }), deactivate(mine.api_key, body.id)]);
    expect(answers.map(({ status }) => status).sort()).toContain(409);
    expect([(await me(one)).status, (await me(mine.api_key)).status]).toContain(200);
  });

  it('by an identity without a role makes no tenant known', async () => {
    expect((await me(await tokenOf({ org: 'never', groups: [] }))).status).toBe(401);
    const tenants = await at.plane.store.shared(({ db }) => db.selectFrom('tenants').select('tenant_id').execute());
    expect(tenants.map(({ tenant_id }) => tenant_id)).not.toContain('never');
  });
});
