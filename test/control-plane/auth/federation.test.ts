import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireIdentity } from '../../../src/control-plane/auth/require-identity.js';
import { openTestPlane } from '../../support/control-plane.js';
import { sqlite } from '../../support/databases.js';
import { type TokenIssuer, tokenIssuer } from '../../support/token-issuer.js';
import { withPlane } from '../../support/with-plane.js';

const SECRET = 'a proxy secret of more than thirty-two bytes';
const mapping = { tenantClaim: 'org', roleClaim: 'groups', roles: { sec: 'analyst', chiefs: 'admin' } } as const;

describe('OIDC bearer tokens', () => {
  let idp: TokenIssuer;
  const at = withPlane(sqlite(), async () => {
    idp = await tokenIssuer();
    return { oidc: { issuer: idp.issuer, audience: 'castellan', ...mapping } };
  });
  beforeAll(async () => {
    await at.key('acme');
  });
  afterAll(() => idp.close());

  const me = (token: string) => at.ask('GET', '/v1/auth/me', { key: token });

  it('say who asks, by the mapping of claims alone', async () => {
    for (const alg of ['RS256', 'ES256', 'EdDSA']) {
      expect((await me(await idp.token({}, { alg }))).body).toMatchObject({
        auth_method: 'oidc_bearer',
        subject: 'ann',
        tenant_id: 'acme',
        role: 'analyst',
      });
    }
    expect((await me(await idp.token({ groups: ['sec', 'chiefs', 'other'] }))).body.role).toBe('admin');
    expect((await me(await idp.token({ groups: 'sec' }))).body.role).toBe('analyst');
    expect(idp.asked()).toBe(1);
  });

  it('are refused when anything about them is not as agreed', async () => {
    const now = Math.floor(Date.now() / 1000);
    const wrong: Record<string, unknown>[] = [
      { iss: 'https://evil.example' },
      { aud: 'another' },
      { exp: now - 120 },
      { exp: undefined },
      { nbf: now + 600 },
      { sub: undefined },
      { org: undefined },
      { org: ['acme', 'globex'] },
      { org: 'system' },
      { org: '../acme' },
      { groups: undefined },
      { groups: ['admin'] },
      { groups: ['__proto__', 'constructor'] },
      { sub: 'ann\nadmin' },
    ];
    for (const claims of wrong) expect({ claims, status: (await me(await idp.token(claims))).status }).toEqual({ claims, status: 401 });
    expect((await me(await idp.token({}, { foreign: true }))).status).toBe(401);
    expect((await me(await idp.token({}, { alg: 'RS512' }))).status).toBe(401);
    const good = await idp.token();
    const [head = '', body = '', signature = ''] = good.split('.');
    const admin = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), groups: ['chiefs'] })).toString(
      'base64url',
    );
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const forged of [`${head}.${admin}.${signature}`, `${none}.${body}.`, `${none}.${body}.${signature}`])
      expect((await me(forged)).status).toBe(401);
    const shared = await new SignJWT({ org: 'acme', groups: ['chiefs'], sub: 'x' })
      .setProtectedHeader({ alg: 'HS256', kid: 'ES256' })
      .setIssuer(idp.issuer)
      .setAudience('castellan')
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(SECRET));
    expect((await me(shared)).status).toBe(401);
    expect((await at.ask('GET', '/v1/auth/me', { key: 'something else' })).status).toBe(401);
  });

  it('are worth nothing once their user is deactivated by provisioning', async () => {
    const key = await at.key('acme');
    const made = await at.ask('POST', '/scim/v2/Users', { key, body: { userName: 'ann' } });
    expect((await me(await idp.token())).status).toBe(200);
    expect((await me(await idp.token({ sub: 'never provisioned' }))).status).toBe(401);
    const operations = { Operations: [{ op: 'replace', path: 'active', value: false }] };
    expect((await at.ask('PATCH', `/scim/v2/Users/${made.body.id}`, { key, body: operations })).status).toBe(200);
    expect((await me(await idp.token())).status).toBe(401);
  });

  it('wait for the provider without taking the service down', async () => {
    const away = await openTestPlane({ oidc: { issuer: 'http://127.0.0.1:9', audience: 'castellan', ...mapping } });
    expect((await away.ask('GET', '/v1/auth/me', { key: await idp.token({ iss: 'http://127.0.0.1:9' }) })).status).toBe(503);
    // Nobody is asked about tokens that no key of this issuer could make good.
    expect((await away.ask('GET', '/v1/auth/me', { key: await idp.token() })).status).toBe(401);
    expect((await away.ask('GET', '/v1/auth/me', { key: await away.key('acme') })).status).toBe(200);
    await away.close();
  });
});

describe('the trusted proxy', () => {
  const at = withPlane(sqlite(), { trustedProxy: { secret: SECRET, peers: ['127.0.0.0/8', '10.0.0.0/8'] } });
  beforeAll(async () => {
    await at.key('acme');
  });

  const headers = {
    'x-service-subject': 'ann@example.com',
    'x-service-role': 'analyst',
    'x-service-tenant': 'acme',
    'x-service-proxy-secret': SECRET,
  };

  it('says who asks, with its secret', async () => {
    expect((await at.ask('GET', '/v1/auth/me', { headers })).body).toMatchObject({
      auth_method: 'trusted_proxy',
      subject: 'ann@example.com',
      role: 'analyst',
      tenant_id: 'acme',
    });
    expect((await at.ask('GET', '/v1/auth/policy', { headers })).body.recommended_ui_mode).toBe('reverse_proxy_oidc');
    const spelt = { ...headers, 'x-service-subject': Buffer.from('Zoë').toString('latin1') };
    expect((await at.ask('GET', '/v1/auth/me', { headers: spelt })).body.subject).toBe('Zoë');
  });

  it('is not believed with a wrong secret, an unknown role, or half of the headers', async () => {
    const wrong: Record<string, string>[] = [
      { ...headers, 'x-service-proxy-secret': `${SECRET}!` },
      { ...headers, 'x-service-proxy-secret': '' },
      { ...headers, 'x-service-role': 'owner' },
      { ...headers, 'x-service-tenant': 'system' },
      { ...headers, 'x-service-tenant': 'a b' },
      { ...headers, 'x-service-subject': '' },
      { 'x-service-proxy-secret': SECRET },
    ];
    for (const one of wrong) expect((await at.ask('GET', '/v1/auth/me', { headers: one })).status).toBe(401);
  });

  it('states nobody by its secret alone: a key decides, and the client is named', async () => {
    const key = await at.key('acme', 'viewer');
    const passedOn = { 'x-service-proxy-secret': SECRET, 'x-forwarded-for': '203.0.113.9' };
    expect((await at.ask('GET', '/v1/auth/me', { headers: passedOn, key })).body).toMatchObject({ auth_method: 'api_key', role: 'viewer' });
    expect((await at.ask('GET', '/v1/auth/debug', { headers: passedOn, key })).body.client_address).toBe('203.0.113.9');
    const states = { ...passedOn, 'x-service-role': 'admin' };
    expect((await at.ask('GET', '/v1/auth/me', { headers: states, key })).status).toBe(401);
  });

  it('is nobody when it is not the peer: the headers mean nothing and a key decides', async () => {
    const elsewhere = await openTestPlane({ trustedProxy: { secret: SECRET, peers: ['192.0.2.0/24'] } });
    const key = await elsewhere.key('globex', 'viewer');
    expect((await elsewhere.ask('GET', '/v1/auth/me', { headers })).status).toBe(401);
    expect((await elsewhere.ask('GET', '/v1/auth/me', { headers, key })).body).toMatchObject({
      tenant_id: 'globex',
      role: 'viewer',
      auth_method: 'api_key',
    });
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect((await elsewhere.ask('GET', '/v1/auth/debug', { headers: forwarded, key })).body.client_address).toBe('127.0.0.1');
    await elsewhere.close();
  });

  it('names the client by the right-most hop that is no proxy', async () => {
    const address = async (chain: string) =>
      (await at.ask('GET', '/v1/auth/debug', { headers: { ...headers, 'x-forwarded-for': chain } })).body.client_address;
    expect(await address('198.51.100.1, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9');
    expect(await address('203.0.113.9')).toBe('203.0.113.9');
    expect(await address('10.9.9.9')).toBe('127.0.0.1');
    expect(await address('nonsense')).toBe('127.0.0.1');
  });

  it('lets no other site act for its users', async () => {
    const body = { kind: 'ingest.trace_push', display_name: 'x' };
    const post = (more: Record<string, string>) =>
      at.ask('POST', '/v1/sources', { body, headers: { ...headers, host: 'c.example', ...more } });
    expect((await post({ origin: 'https://c.example' })).status).toBe(201);
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('a service that others can reach', () => {
  const options = async () => {
    const at = await openTestPlane();
    await at.close();
    return at.plane.options;
  };

  it('does not start while nobody can sign in, nor with identities that can be forged', async () => {
    const base = await options();
    expect(() => requireIdentity({ ...base, host: '0.0.0.0' }, false)).toThrow(/nobody can sign in/);
    for (const host of ['127.0.0.1', 'localhost', '::1']) expect(() => requireIdentity({ ...base, host }, false)).not.toThrow();
    expect(() => requireIdentity({ ...base, host: '0.0.0.0' }, true)).not.toThrow();
    expect(() => requireIdentity({ ...base, host: '0.0.0.0', trustedProxy: { secret: SECRET, peers: [] } }, false)).not.toThrow();
    expect(() => requireIdentity({ ...base, trustedProxy: { secret: 'short', peers: [] } }, true)).toThrow(/32 bytes/);
    expect(() => requireIdentity({ ...base, trustedProxy: { secret: SECRET, peers: ['10.0.0.0/33'] } }, true)).toThrow(/range/);
    expect(() => requireIdentity({ ...base, oidc: { issuer: 'http://idp.example', audience: 'x', ...mapping } }, true)).toThrow(/https/);
    expect(() =>
      requireIdentity({ ...base, oidc: { issuer: 'https://idp.example', audience: 'x', clientId: 'c', ...mapping } }, true),
    ).toThrow(/where browsers sign in/);
  });
});
