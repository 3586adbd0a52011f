import { beforeAll, describe, expect, it } from 'vitest';
import { openTestPlane } from '../../support/control-plane.js';
import { databases } from '../../support/databases.js';
import { type Assertion, type SamlProvider, samlProvider } from '../../support/saml-identity-provider.js';
import { withPlane } from '../../support/with-plane.js';

const HOME = 'https://castellan.example.com';
const host = { host: 'castellan.example.com' };
const US = 'https://castellan.example.com/saml';

describe.each(databases())('sign-in by SAML on $name', (database) => {
  let idp: SamlProvider;
  const at = withPlane(database, async () => {
    idp = samlProvider(`${HOME}/v1/auth/saml/acs`, US);
    return {
      publicUrl: HOME,
      rateLimits: { session: 10_000 },
      saml: {
        entryPoint: idp.entryPoint,
        issuer: US,
        audience: US,
        certificates: [idp.certificate],
        tenantClaim: 'org',
        roleClaim: 'role',
        roles: { sec: 'analyst' },
      },
    };
  });
  beforeAll(async () => {
    await at.key('acme');
  });

  async function away(query = '') {
    const login = await at.ask('GET', `/v1/auth/saml/login${query}`, { headers: host });
    const location = String(login.headers['location']);
    return {
      login,
      location,
      cookie: String(login.headers['set-cookie']).split(';')[0] ?? '',
      relay: new URL(location).searchParams.get('RelayState') ?? '',
    };
  }

  function post(SAMLResponse: string, RelayState: string, cookie: string) {
    const form = new URLSearchParams({ SAMLResponse, RelayState }).toString();
    return at.ask('POST', '/v1/auth/saml/acs', {
      body: form,
      headers: { ...host, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  async function attempt(assertion: Assertion = {}) {
    const { location, relay, cookie } = await away();
    return post(await idp.respond(location, assertion), relay, cookie);
  }

  it('takes a signed assertion for a session or a key', async () => {
    const { login, location, relay, cookie } = await away('?return_to=/sources');
    expect(login.status).toBe(302);
    expect(login.headers['set-cookie']).toMatch(/^__Host-service_login=.*SameSite=None.*Secure/);
    const landed = await post(await idp.respond(location), relay, cookie);
    expect([landed.status, landed.headers['location']]).toEqual([302, '/sources']);
    const session = String(landed.headers['set-cookie']).split(';')[0] ?? '';
    const me = await at.ask('GET', '/v1/auth/me', { headers: { ...host, cookie: session } });
    expect(me.body).toMatchObject({ subject: 'ann', tenant_id: 'acme', role: 'analyst', session: { opened_by: 'saml' } });
    const program = await away('?result=key');
    const made = await post(await idp.respond(program.location), program.relay, program.cookie);
    expect(made.status).toBe(201);
    expect((await at.ask('GET', '/v1/auth/me', { key: made.body.api_key })).body.role).toBe('analyst');
    expect(Date.parse(made.body.expires_at) - at.plane.clock()).toBeLessThanOrEqual(3_600_000);
  });

  it('refuses assertions that are forged, unsigned, meant for others, too old or without a tenant and role', async () => {
    const wrong: Assertion[] = [
      { forged: true },
      { unsignedResponse: true },
      { audience: 'https://another.example' },
      { validFor: -120 },
      { inResponseTo: '_another' },
      { attributes: { role: 'sec' } },
      { attributes: { org: 'acme', role: 'owner' } },
    ];
    for (const one of wrong) expect({ one, status: (await attempt(one)).status }).toEqual({ one, status: 401 });
    expect((await attempt()).status).toBe(302);
  });

  it('refuses what was changed on the way', async () => {
    const { location, relay, cookie } = await away();
    const xml = Buffer.from(await idp.respond(location), 'base64').toString();
    const changed = xml.replace('>ann<', '>root<');
    expect(changed).not.toBe(xml);
    expect((await post(Buffer.from(changed).toString('base64'), relay, cookie)).status).toBe(401);
    const wrapped = xml.replace(
      '</samlp:Response>',
      `${/<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0].replace('>ann<', '>root<')}</samlp:Response>`,
    );
    const again = await away();
    expect((await post(Buffer.from(wrapped).toString('base64'), again.relay, again.cookie)).status).toBe(401);
    for (const nonsense of [
      'AAAA',
      Buffer.from('<x/>').toString('base64'),
      Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>').toString('base64'),
    ]) {
      const next = await away();
      expect((await post(nonsense, next.relay, next.cookie)).status).toBe(401);
    }
  });

  it('takes each answer once, for the sign-in and the browser that it belongs to', async () => {
    const first = await away();
    const answer = await idp.respond(first.location);
    const other = await away();
    expect((await post(answer, other.relay, other.cookie)).status).toBe(401);
    const stolen = await away();
    expect((await post(await idp.respond(stolen.location), stolen.relay, first.cookie)).status).toBe(401);
    expect((await post(answer, first.relay, first.cookie)).status).toBe(302);
    expect((await post(answer, first.relay, first.cookie)).status).toBe(401);
    const raced = await away();
    const once = await idp.respond(raced.location);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(once, raced.relay, raced.cookie)));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  });

  it('is refused without the cookie of the sign-in before anything is looked at, and spoils it for nobody', async () => {
    const victim = await away();
    const answer = await idp.respond(victim.location);
    for (const cookie of ['', 'other=1', '__Host-service_login=', `__Host-service_login=${(await away()).relay}`])
      expect(await post(answer, victim.relay, cookie)).toMatchObject({
        ...{ status: 401, body: { detail: 'the sign-in is not one of this browser, or too old' } },
      });
    expect((await post('AAAA', victim.relay, '')).body.detail).toBe('the sign-in is not one of this browser, or too old');
    expect((await post(answer, victim.relay, victim.cookie)).status).toBe(302);
  });

  it('asks for the cookie on plain loopback as well', async () => {
    const here = await openTestPlane({ publicUrl: 'http://127.0.0.1:8422', saml: at.plane.options.saml as object } as Parameters<
      typeof openTestPlane
    >[0]);
    await here.key('acme');
    const local = { host: '127.0.0.1:8422' };
    const login = await here.ask('GET', '/v1/auth/saml/login', { headers: local });
    expect(login.headers['set-cookie']).toMatch(/^service_login=.*SameSite=None.*Secure/);
    const relay = new URL(String(login.headers['location'])).searchParams.get('RelayState') ?? '';
    const body = new URLSearchParams({ SAMLResponse: 'AAAA', RelayState: relay }).toString();
    const form = { ...local, 'content-type': 'application/x-www-form-urlencoded' };
    const bare = await here.ask('POST', '/v1/auth/saml/acs', { body, headers: form });
    expect(bare).toMatchObject({ status: 401, body: { detail: 'the sign-in is not one of this browser, or too old' } });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const known = await here.ask('POST', '/v1/auth/saml/acs', { body, headers: { ...form, cookie } });
    expect(known).toMatchObject({ status: 401, body: { detail: 'the assertion is not valid' } });
    await here.close();
  });

  it('bears a clock that is a minute off', async () => {
    expect((await attempt({ validFor: -45 })).status).toBe(302);
    expect((await attempt({ validFor: -75 })).status).toBe(401);
  });

  it('describes itself to the identity provider', async () => {
    const metadata = await at.ask('GET', '/v1/auth/saml/metadata');
    expect(metadata.headers['content-type']).toContain('application/samlmetadata+xml');
    expect(metadata.text).toContain(`entityID="${US}"`);
    expect(metadata.text).toContain(`${HOME}/v1/auth/saml/acs`);
  });

  it('takes forms here and nowhere else', async () => {
    const key = await at.key('acme');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await at.ask('POST', '/v1/sources', { key, body: 'kind=scan.repo', headers })).status).toBe(415);
  });
});
