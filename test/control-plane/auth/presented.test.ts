import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClaimMapping, ServeOptions } from '../../../src/config/serve-options.js';
import { hashOf, newKey, parseKey, sameHash } from '../../../src/control-plane/auth/api-key.js';
import { checkedSubject, readClaims } from '../../../src/control-plane/auth/claim-mapping.js';
import {
  bearerOf,
  clientAddressOf,
  comesThroughProxy,
  cookieOf,
  isPlainLoopback,
  knowsSecret,
  sessionCookieName,
} from '../../../src/control-plane/auth/credentials.js';
import { lifetimeOf, overlapOf, scopesFor } from '../../../src/control-plane/auth/key-life.js';
import { requireOwnIntent } from '../../../src/control-plane/auth/own-intent.js';
import type { Principal } from '../../../src/control-plane/auth/principal.js';
import { requireSameOrigin } from '../../../src/control-plane/auth/same-origin.js';
import { csrfTokenOf, sessionCookie } from '../../../src/control-plane/auth/session.js';

const options = (over: Partial<ServeOptions> = {}): ServeOptions => ({
  host: '127.0.0.1',
  port: 0,
  dataFolder: 'unused',
  maxBodyBytes: 1,
  hstsPreload: false,
  scanRoots: [],
  workers: 0,
  retention: { jobDays: 1, evidenceDays: 1 },
  advisoryDatabase: 'unused',
  offline: true,
  environment: {},
  ...over,
});
const sent = (headers: Record<string, string | string[] | undefined>, peer = '192.0.2.1', method = 'POST') => ({ method, headers, peer });
const passes = (act: () => void) => {
  try {
    act();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ name: 'Forbidden' });
    return false;
  }
};

describe('a request of a browser', () => {
  const publicUrl = 'https://castellan.example.com/app';
  it.each<[Record<string, string>, Partial<ServeOptions>, boolean]>([
    [{}, {}, true],
    [{ 'sec-fetch-site': 'same-origin' }, {}, true],
    [{ 'sec-fetch-site': 'none' }, {}, true],
    [{ 'sec-fetch-site': 'same-site' }, {}, false],
    [{ 'sec-fetch-site': 'cross-site' }, {}, false],
    [{ origin: 'http://a.example', host: 'a.example' }, {}, true],
    [{ origin: 'http://a.example:8080', host: 'a.example:8080' }, {}, true],
    [{ origin: 'http://a.example:8080', host: 'a.example' }, {}, false],
    [{ origin: 'http://b.example', host: 'a.example' }, {}, false],
    [{ origin: 'null', host: 'a.example' }, {}, false],
    [{ origin: 'https://castellan.example.com', host: 'inner' }, { publicUrl }, true],
    [{ origin: 'http://castellan.example.com', host: 'castellan.example.com' }, { publicUrl }, false],
    [{ origin: 'https://evil.example', host: 'evil.example' }, { publicUrl }, false],
    [{ origin: 'http://a.example', host: 'a.example' }, { publicUrl: 'no address' }, true],
    [{ origin: 'http://a.example', host: 'a.example', 'sec-fetch-site': 'cross-site' }, {}, false],
    [{ origin: 'http://b.example', host: 'a.example', 'sec-fetch-site': 'same-origin' }, {}, false],
  ])('with %j and %j is of the same origin: %s', (headers, over, expected) => {
    expect(passes(() => requireSameOrigin(sent(headers), options(over)))).toBe(expected);
  });
});

describe('what changes something', () => {
  const csrfToken = csrfTokenOf('id');
  const principal = (over: Partial<Principal>): Principal => ({
    tenantId: 't',
    subject: 's',
    actor: 'user:s',
    role: 'admin',
    scopes: ['admin'],
    method: 'api_key',
    ...over,
  });
  const session = { hash: 'h', csrfToken, openedBy: 'oidc', expiresAt: '', idleExpiresAt: '' };
  const away = { 'sec-fetch-site': 'cross-site' };

  it.each<[string, string, Partial<Principal>, Record<string, string>, boolean]>([
    ['a key needs no more', 'POST', {}, away, true],
    ['a token of a provider needs no more', 'POST', { method: 'oidc_bearer' }, away, true],
    ['a session repeats its token', 'POST', { method: 'session', session }, { 'x-service-csrf': csrfToken }, true],
    ['a session without its token', 'POST', { method: 'session', session }, {}, false],
    ['a session with another token', 'DELETE', { method: 'session', session }, { 'x-service-csrf': csrfTokenOf('other') }, false],
    ['a session with its token from another site', 'POST', { method: 'session', session }, { ...away, 'x-service-csrf': csrfToken }, false],
    ['a proxy from its own site', 'POST', { method: 'trusted_proxy' }, {}, true],
    ['a proxy from another site', 'PUT', { method: 'trusted_proxy' }, away, false],
    ['a read of a session from another site', 'GET', { method: 'session', session }, away, true],
    ['a look at headers', 'HEAD', { method: 'trusted_proxy' }, away, true],
    ['a question about methods', 'OPTIONS', { method: 'session', session }, {}, true],
    ['a patch', 'PATCH', { method: 'session', session }, {}, false],
  ])('%s: %s passes', (_, method, over, headers, expected) => {
    expect(passes(() => requireOwnIntent(sent(headers, '192.0.2.1', method), principal(over), options()))).toBe(expected);
  });
});

describe('claims of an identity provider', () => {
  const mapping: ClaimMapping = {
    tenantClaim: 'org',
    roleClaim: 'groups',
    roles: { readers: 'viewer', makers: 'analyst', owners: 'admin' },
  };
  const whom = (claims: Record<string, unknown>, over: Partial<ClaimMapping> = {}) => {
    try {
      const { tenantId, role } = readClaims('ada', claims, { ...mapping, ...over });
      return `${tenantId} ${role}`;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const nobody = 'the identity names no tenant of this service';

  it.each<[Record<string, unknown>, Partial<ClaimMapping>, string]>([
    [{ org: 'acme', groups: ['makers'] }, {}, 'acme analyst'],
    [{ org: 'acme', groups: 'owners' }, {}, 'acme admin'],
    [{ org: ['acme'], groups: ['readers', 'owners', 'makers'] }, {}, 'acme admin'],
    [{ org: 'acme', groups: ['makers', 'readers'] }, {}, 'acme analyst'],
    [{ org: 'acme', groups: ['strangers', 7, null] }, {}, 'acme undefined'],
    [{ org: 'acme', groups: ['toString', '__proto__'] }, {}, 'acme undefined'],
    [{ org: 'acme' }, {}, 'acme undefined'],
    [{ org: ['acme', 'other'] }, {}, nobody],
    [{ org: 7 }, {}, nobody],
    [{}, {}, nobody],
    [{ org: 'Not A Tenant!' }, {}, nobody],
    [{ org: 'Acme Inc.' }, { tenants: { 'Acme Inc.': 'acme' } }, 'acme undefined'],
    [{ org: 'acme' }, { tenants: { 'Acme Inc.': 'acme' } }, nobody],
    [{ org: 'toString' }, { tenants: {} }, nobody],
    [Object.create({ org: 'acme' }) as Record<string, unknown>, {}, nobody],
  ])('%j by %j are of %s', (claims, over, expected) => expect(whom(claims, over)).toBe(expected));

  it.each<[unknown, boolean]>([
    ['ada@example.com', true],
    ['Ada Lovelace', true],
    ['a'.repeat(200), true],
    ['a'.repeat(201), false],
    ['', false],
    ['a\nb', false],
    ['a\u0000', false],
    ['a\ud800', false],
    [7, false],
    [undefined, false],
  ])('the subject %j is taken: %s', (subject, taken) => {
    if (taken) expect(checkedSubject(subject)).toBe(subject);
    else expect(() => checkedSubject(subject)).toThrow('the identity names no subject');
  });
});

describe('a key', () => {
  it('is read as it was made, and by no hash but its own', () => {
    const { secret, hash } = newKey('0123456789abcdef');
    const parsed = parseKey(secret);
    expect(parsed?.keyId).toBe('key_0123456789abcdef');
    expect(hashOf(parsed?.token ?? '')).toBe(hash);
    expect(newKey('0123456789abcdef').secret).not.toBe(secret);
  });

  it('is none with any one character changed, added or lost', () => {
    const { secret } = newKey('0123456789abcdef');
    fc.assert(
      fc.property(fc.nat(secret.length - 1), fc.constantFrom('A', 'z', '0', '_', '-', ' ', ''), (at, char) => {
        const other = secret.slice(0, at) + char + secret.slice(at + 1);
        expect(parseKey(other) === undefined).toBe(other !== secret);
      }),
      { numRuns: 500 },
    );
    for (const other of ['', 'svc_', `${secret}0`, ` ${secret}`, secret.replace('svc_', 'SVC_')]) expect(parseKey(other)).toBeUndefined();
  });

  it('has equal hashes only where every character is equal', () => {
    expect([sameHash('abcd', 'abcd'), sameHash('abcd', 'abce'), sameHash('abcd', 'abc'), sameHash('', '')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('lives thirty days and works an hour beside its successor, unless said otherwise', () => {
    expect([lifetimeOf(), lifetimeOf(2), overlapOf(), overlapOf(0), overlapOf(24)]).toEqual([
      2_592_000_000, 172_800_000, 3_600_000, 0, 86_400_000,
    ]);
  });

  it.each<[Parameters<typeof scopesFor>, readonly string[] | string]>([
    [['viewer', undefined, false], ['read']],
    [
      ['analyst', undefined, false],
      ['read', 'scan', 'ingest'],
    ],
    [
      ['admin', undefined, false],
      ['read', 'scan', 'ingest', 'admin'],
    ],
    [['analyst', undefined, true], ['ingest']],
    [['analyst', ['scan', 'scan'], false], ['scan']],
    [
      ['analyst', ['ingest', 'policy:read'], true],
      ['ingest', 'policy:read'],
    ],
    [['analyst', ['ingest', 'read'], true], 'scopes: a key bound to a source may have ingest and policy:read, nothing else'],
    [['viewer', ['read', 'scan', 'admin'], false], 'scopes: the role viewer does not have the scope scan, admin'],
    [['viewer', undefined, true], 'scopes: the role viewer does not have the scope ingest'],
  ])('for %j has %j', (args, expected) => {
    if (typeof expected === 'string') expect(() => scopesFor(...args)).toThrow(expected);
    else expect(scopesFor(...args)).toEqual(expected);
  });
});

describe('credentials in headers', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer   abc', 'abc'],
    ['Bearer', undefined],
    ['Bearer a b', undefined],
    ['Basic abc', undefined],
    ['x Bearer abc', undefined],
  ])('%j bears %j', (authorization, expected) => expect(bearerOf({ authorization })).toBe(expected));

  it.each([
    ['service_session=a', 'a'],
    ['x=1; service_session=a=b; y=2', 'a=b'],
    ['service_session=', ''],
    ['service_session=a; service_session=b', ''],
    ['other_service_session=a', undefined],
    [undefined, undefined],
  ])('the cookie of %j is %j', (cookie, expected) => expect(cookieOf(sent({ cookie }), 'service_session')).toBe(expected));

  it.each<[string, Record<string, string>, Partial<ServeOptions>, boolean]>([
    ['localhost', { host: 'localhost:8422' }, {}, true],
    ['an address of loopback', { host: '127.0.0.2' }, {}, true],
    ['loopback of IPv6', { host: '[::1]:80' }, {}, true],
    ['another host', { host: 'castellan.example' }, {}, false],
    ['a host that begins like it', { host: 'localhost.evil.example' }, {}, false],
    ['no host', {}, {}, false],
    ['localhost behind https', { host: 'localhost' }, { publicUrl: 'https://castellan.example' }, false],
    [
      'localhost behind a proxy with https',
      { host: 'localhost', 'x-forwarded-proto': 'https' },
      { trustedProxy: { secret: 's', peers: ['192.0.2.1'] } },
      false,
    ],
    [
      'localhost behind a proxy with http',
      { host: 'localhost', 'x-forwarded-proto': 'http' },
      { trustedProxy: { secret: 's', peers: ['192.0.2.1'] } },
      true,
    ],
    ['localhost where anybody says https', { host: 'localhost', 'x-forwarded-proto': 'https' }, {}, true],
  ])('%s is plain loopback: %s', (_, headers, over, expected) => {
    expect(isPlainLoopback(sent(headers), options(over))).toBe(expected);
    expect(sessionCookieName(sent(headers), options(over))).toBe(expected ? 'service_session' : '__Host-service_session');
  });

  it('keep a session from scripts, other sites and plain connections', () => {
    expect(sessionCookie('__Host-service_session', 'id')).toBe(
      '__Host-service_session=id; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=28800',
    );
    expect(sessionCookie('service_session', '')).toBe('service_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
  });
});

describe('a trusted proxy', () => {
  const proxy = (...peers: string[]) => options({ trustedProxy: { secret: 'word', peers } });
  const word = { 'x-service-proxy-secret': 'word' };

  it.each<[ServeOptions, string, Record<string, string>, boolean]>([
    [options(), '192.0.2.1', word, false],
    [proxy('192.0.2.0/24'), '192.0.2.1', {}, true],
    [proxy('192.0.2.0/24'), '::ffff:192.0.2.1', {}, true],
    [proxy('192.0.2.0/24'), '198.51.100.1', word, false],
    [proxy(), '198.51.100.1', word, true],
    [proxy(), '198.51.100.1', { 'x-service-proxy-secret': 'Word' }, false],
    [proxy(), '198.51.100.1', {}, false],
  ])('no. %# is it', (given, peer, headers, expected) => {
    expect(comesThroughProxy(sent(headers, peer), given)).toBe(expected);
  });

  it('is known by a secret that is not empty', () => {
    expect([knowsSecret(sent(word), 'word'), knowsSecret(sent({}), ''), knowsSecret(sent(word), 'words')]).toEqual([true, false, false]);
  });

  it.each<[string, string, string, string]>([
    ['192.0.2.1', '203.0.113.7', '203.0.113.7', 'the one hop'],
    ['192.0.2.1', '10.0.0.1, 203.0.113.7, 192.0.2.9', '203.0.113.7', 'the last hop that is no proxy'],
    ['192.0.2.1', '192.0.2.8, 192.0.2.9', '192.0.2.1', 'the peer where all are proxies'],
    ['192.0.2.1', '', '192.0.2.1', 'the peer where nothing is said'],
    ['192.0.2.1', 'nonsense', '192.0.2.1', 'the peer where nonsense is said'],
    ['192.0.2.1', '2001:db8::1', '2001:db8::1', 'an address of IPv6'],
    ['198.51.100.1', '203.0.113.7', '198.51.100.1', 'the peer that is no proxy'],
    ['::ffff:198.51.100.1', '203.0.113.7', '198.51.100.1', 'the peer in its plain form'],
  ])('from %s with %j the client is %s: %s', (peer, hops, expected) => {
    expect(clientAddressOf(sent({ 'x-forwarded-for': hops }, peer), proxy('192.0.2.0/24'))).toBe(expected);
  });
});
