import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlane } from '../../support/control-plane.js';
import { databases } from '../../support/databases.js';
import { type SignInProvider, signInProvider } from '../../support/sign-in-provider.js';
import { withPlane } from '../../support/with-plane.js';

const HOME = 'http://localhost:8422';
const host = { host: 'localhost:8422' };

describe.each(databases())('sign-in by OIDC on $name', (database) => {
  let idp: SignInProvider;
  const at = withPlane(database, async () => {
    idp = await signInProvider(`${HOME}/v1/auth/oidc/callback`);
    return {
      publicUrl: HOME,
      oidc: {
        issuer: idp.issuer,
        audience: 'castellan',
        clientId: 'castellan-ui',
        clientSecret: 'a client secret for tests',
        tenantClaim: 'org',
        roleClaim: 'groups',
        roles: { sec: 'analyst' },
      },
    };
  });
  beforeAll(async () => {
    await at.key('acme');
  });
  afterAll(() => idp.close());

  async function away(query = '') {
    const login = await at.ask('GET', `/v1/auth/oidc/login${query}`, { headers: host });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    return { login, cookie, location: String(login.headers['location']) };
  }
  const back = (url: string, cookie: string) => at.ask('GET', url.slice(HOME.length), { headers: { ...host, cookie } });

  it('takes a browser there and back into a session', async () => {
    const { login, cookie, location } = await away('?return_to=/jobs');
    expect(login.status).toBe(302);
    const asked = new URL(location).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('nonce')).not.toBe(asked.get('state'));
    const landed = await back(await idp.walk(location, HOME), cookie);
    expect([landed.status, landed.headers['location']]).toEqual([302, '/jobs']);
    const session = String(landed.headers['set-cookie']).split(';')[0] ?? '';
    const me = await at.ask('GET', '/v1/auth/me', { headers: { ...host, cookie: session } });
    expect(me.body).toMatchObject({
      auth_method: 'session',
      subject: 'ann',
      tenant_id: 'acme',
      role: 'analyst',
      session: { opened_by: 'oidc' },
    });
  });

  it('gives a program a key for an hour', async () => {
    const { cookie, location } = await away('?result=key');
    const landed = await back(await idp.walk(location, HOME), cookie);
    expect(landed).toMatchObject({ status: 201, body: { tenant_id: 'acme', role: 'analyst', subject: 'ann' } });
    const key = landed.body.api_key;
    expect((await at.ask('GET', '/v1/auth/me', { key })).body.auth_method).toBe('api_key');
    at.advance(3_601_000);
    expect((await at.ask('GET', '/v1/auth/me', { key })).status).toBe(401);
    at.advance(-3_601_000);
  });

  it('is good once, for the browser that began it, and not for ever', async () => {
    const { cookie, location } = await away();
    const returned = await idp.walk(location, HOME);
    const stranger = await away();
    for (const other of [stranger.cookie, '', '__Host-service_login='])
      expect(await back(returned, other)).toMatchObject({
        status: 401,
        body: { detail: expect.stringContaining('not one of this browser') },
      });
    // Who brought it elsewhere has not used it up.
    expect((await back(returned, cookie)).status).toBe(302);
    const again = await away();
    const once = await idp.walk(again.location, HOME);
    expect((await back(once, again.cookie)).status).toBe(302);
    expect((await back(once, again.cookie)).status).toBe(401);
    const slow = await away();
    const late = await idp.walk(slow.location, HOME);
    at.advance(11 * 60_000);
    expect((await back(late, slow.cookie)).status).toBe(401);
    at.advance(-11 * 60_000);
  });

  it('refuses a code that is not the one of this sign-in', async () => {
    const [one, two] = [await away(), await away()];
    const [first, second] = [new URL(await idp.walk(one.location, HOME)), new URL(await idp.walk(two.location, HOME))];
    first.searchParams.set('code', second.searchParams.get('code') ?? '');
    expect((await back(first.href, one.cookie)).status).toBe(401);
    expect((await back(`${HOME}/v1/auth/oidc/callback?state=x&error=access_denied`, one.cookie)).status).toBe(401);
  });

  it('sends nobody elsewhere afterwards', async () => {
    for (const target of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:1'])
      expect((await away(`?return_to=${encodeURIComponent(target)}`)).login.status).toBe(400);
  });
});

describe('a service without OIDC', () => {
  it('has no such sign-in', async () => {
    const at = await openTestPlane();
    for (const path of ['/v1/auth/oidc/login', '/v1/auth/saml/login', '/v1/auth/saml/metadata'])
      expect((await at.ask('GET', path)).status).toBe(404);
    await at.close();
  });
});
