import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientAddressOf, comesThroughProxy, sessionCookieName } from '../../../src/control-plane/auth/credentials.js';
import { openTestPlane, type TestPlane } from '../../support/control-plane.js';
import { sqlite } from '../../support/databases.js';
import { type TokenIssuer, tokenIssuer } from '../../support/token-issuer.js';
import { withPlane } from '../../support/with-plane.js';

const SECRET = 'a secret of the proxy that is long enough';
const mapping = { tenantClaim: 'org', roleClaim: 'groups', roles: { sec: 'analyst' } } as const;

describe('keys of an OIDC issuer', () => {
  let idp: TokenIssuer;
  const at = withPlane(sqlite(), async () => {
    idp = await tokenIssuer();
    return { oidc: { issuer: idp.issuer, audience: 'castellan', ...mapping }, rateLimits: { refused: 40 } };
  });
  beforeAll(async () => {
    await at.key('acme');
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => idp.close());

  const me = async (token: string) => (await at.ask('GET', '/v1/auth/me', { key: token })).status;
  const later = (ms: number) => {
    const real = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => real() + ms);
  };

  it('are asked for once, and again for a key id that was not among them', async () => {
    const old = await idp.token();
    expect(await Promise.all([me(old), me(old), me(old)])).toEqual([200, 200, 200]);
    expect(idp.asked()).toBe(1);
    await idp.rotate('ES256', 'next');
    const fresh = await idp.token({}, { kid: 'next' });
    later(31_000);
    expect(await me(fresh)).toBe(200);
    expect(await me(old)).toBe(401);
    expect(idp.asked()).toBe(2);
  });

  it('decide by their id: another key of the issuer is not good enough', async () => {
    expect(await me(await idp.token({}, { alg: 'RS256', kid: 'EdDSA' }))).toBe(401);
    expect(await me(await idp.token({}, { kid: '../../etc/passwd' }))).toBe(401);
    expect(await me(await idp.token({}, { alg: 'EdDSA' }))).toBe(200);
  });

  it('that cannot be had make tokens wait, but not without limit', async () => {
    const away = await openTestPlane({ oidc: { issuer: idp.issuer, audience: 'castellan', ...mapping }, rateLimits: { refused: 5 } });
    idp.withhold(true);
    const token = await idp.token({}, { alg: 'EdDSA' });
    await away.key('acme');
    const statuses: number[] = [];
    for (let turn = 0; turn < 7; turn++) statuses.push((await away.ask('GET', '/v1/auth/me', { key: token })).status);
    expect(statuses).toEqual([503, 503, 503, 503, 503, 429, 429]);
    expect((await away.ask('GET', '/v1/auth/me', { key: await away.key('acme') })).status).toBe(200);
    idp.withhold(false);
    expect((await away.ask('GET', '/v1/auth/me', { key: token })).status).toBe(200);
    await away.close();
  });
});

describe('a trusted proxy', () => {
  const options = (peers: string[]) => ({ trustedProxy: { secret: SECRET, peers } }) as unknown as TestPlane['plane']['options'];
  const from = (peer: string, headers: Record<string, string> = {}) => ({ method: 'GET', peer, headers });

  it('is known by its address in either notation', () => {
    const both = options(['10.0.0.0/8', 'fd00::/8']);
    for (const peer of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1']) expect(comesThroughProxy(from(peer), both)).toBe(true);
    for (const peer of ['11.0.0.1', '::ffff:11.0.0.1', 'fe80::1', '', '10.1.2.3.4'])
      expect(comesThroughProxy(from(peer), both)).toBe(false);
  });

  it('names clients of both families, and nobody else does', () => {
    const both = options(['10.0.0.0/8', 'fd00::/8']);
    const client = (peer: string, chain: string) => clientAddressOf(from(peer, { 'x-forwarded-for': chain }), both);
    expect(client('::ffff:10.1.2.3', '198.51.100.7, 2001:db8::7, fd00::2')).toBe('2001:db8::7');
    expect(client('10.1.2.3', '::ffff:198.51.100.7')).toBe('198.51.100.7');
    expect(client('10.1.2.3', '[2001:db8::7]:4711')).toBe('2001:db8::7');
    expect(client('203.0.113.5', '198.51.100.7')).toBe('203.0.113.5');
  });

  it('that ends TLS gets cookies for https alone, also by a loopback name', () => {
    const proxy = options(['10.0.0.0/8']);
    const headers = { host: 'localhost', 'x-forwarded-proto': 'https' };
    expect(sessionCookieName(from('10.1.2.3', headers), proxy)).toBe('__Host-service_session');
    expect(sessionCookieName(from('127.0.0.1', headers), proxy)).toBe('service_session');
    expect(sessionCookieName(from('10.1.2.3', { host: 'castellan.example.com' }), proxy)).toBe('__Host-service_session');
  });

  it('is not imitated to get past the limits', async () => {
    const at = await openTestPlane({ trustedProxy: { secret: SECRET, peers: ['192.0.2.0/24'] }, rateLimits: { session: 3 } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const headers = { 'x-forwarded-for': `198.51.100.${turn}`, forwarded: `for=198.51.100.${turn}`, 'x-real-ip': `198.51.100.${turn}` };
      statuses.push((await at.ask('POST', '/v1/auth/session', { body: { api_key: 'svc_guess' }, headers })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    await at.close();
  });
});
