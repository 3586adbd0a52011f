import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenStreams } from '../../src/control-plane/http/open-streams.js';
import { databases } from '../support/databases.js';
import { sampleProject } from '../support/job-runs.js';
import { type TokenIssuer, tokenIssuer } from '../support/token-issuer.js';
import { withPlane } from '../support/with-plane.js';

const MINUTE = 60_000;
const PULSE_MS = 100;
const SECRET = 'a-secret-of-the-proxy-that-is-long-enough';
const LOCAL = { host: 'localhost' };
const idOf = (key: string) => `key_${key.split('_')[1]}`;

describe.each(databases())('an event stream on $name', (database) => {
  let idp: TokenIssuer;
  let admin = '';
  let jobId = '';
  const at = withPlane(database, async () => {
    idp = await tokenIssuer();
    const oidc = { issuer: idp.issuer, audience: 'castellan', tenantClaim: 'org', roleClaim: 'groups', roles: { root: 'admin' } } as const;
    const trustedProxy = { secret: SECRET, peers: [] };
    return { oidc, trustedProxy, keepAliveMs: PULSE_MS };
  });
  beforeAll(async () => {
    admin = await at.key('acme', 'admin', { expiresAt: '2099-01-01T00:00:00.000Z' });
    const body = { kind: 'scan.repo', scope: { path: sampleProject(at) } };
    jobId = (await at.ask('POST', '/v1/scan', { key: admin, body })).body.job_id;
  });
  afterAll(() => idp.close());

  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  async function session(key: string) {
    const opened = await at.ask('POST', '/v1/auth/session', { body: { api_key: key }, headers: LOCAL });
    return { ...LOCAL, cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' };
  }
  /** Opens a stream, ends its credential, and waits for the stream's end. */
  async function outlived(headers: Record<string, string>, end: () => Promise<unknown> | unknown) {
    let over: unknown;
    const open = at.ask('GET', `/v1/scan/${jobId}/stream`, { headers });
    void open.then((answer) => {
      over = answer;
    });
    // It stays through several looks at its credential.
    await wait(6 * PULSE_MS);
    expect(over).toBeUndefined();
    await end();
    const answer = await open;
    expect(answer).toMatchObject({ status: 200, text: expect.stringMatching(/event: queued[\s\S]*: keep-alive/) });
    expect((await at.ask('GET', `/v1/scan/${jobId}/stream`, { headers })).status).toBe(401);
  }
  const revoke = (key: string) => at.ask('DELETE', `/v1/auth/keys/${idOf(key)}`, { key: admin });

  it('ends with the key it was opened with: revoked, or run out', async () => {
    const key = await at.key('acme', 'viewer');
    await outlived(bearer(key), () => revoke(key));
    const short = await at.key('acme', 'viewer', { expiresAt: new Date(at.plane.clock() + 10 * MINUTE).toISOString() });
    await outlived(bearer(short), () => at.advance(11 * MINUTE));
  });

  it('ends with its session: signed out, its key revoked, idle for too long', async () => {
    const key = await at.key('acme', 'viewer', { expiresAt: '2099-01-01T00:00:00.000Z' });
    const out = await session(key);
    const { csrf_token } = (await at.ask('GET', '/v1/auth/me', { headers: out })).body.session;
    await outlived(out, () => at.ask('DELETE', '/v1/auth/session', { headers: { ...out, 'x-service-csrf': csrf_token } }));
    // To listen is no use of a session: one that nobody touches ends though its stream is open.
    const idle = await session(key);
    await outlived(idle, async () => {
      at.advance(40 * MINUTE);
      await wait(4 * PULSE_MS);
      at.advance(21 * MINUTE);
    });
    await outlived(await session(key), () => revoke(key));
  });

  it('ends with its user and its token', async () => {
    const deactivated = async (userName: string) => {
      const { id } = (await at.ask('POST', '/scim/v2/Users', { key: admin, body: { userName } })).body;
      const body = { Operations: [{ op: 'replace', path: 'active', value: false }] };
      return () => at.ask('PATCH', `/scim/v2/Users/${id}`, { key: admin, body });
    };
    const exp = Math.floor(at.plane.clock() / 1000) + 600;
    const token = await idp.token({ sub: 'bob', org: 'acme', groups: ['root'], exp });
    await outlived(bearer(token), () => at.advance(12 * MINUTE));
    // From the first provisioned user on only such users come in.
    const proxied = { 'x-service-proxy-secret': SECRET, 'x-service-role': 'viewer', 'x-service-tenant': 'acme' };
    await outlived({ ...proxied, 'x-service-subject': 'ann' }, await deactivated('ann'));
  });

  it('stays while its credential holds, and tells the end of the job', async () => {
    const open = at.ask('GET', `/v1/scan/${jobId}/stream`, { key: admin });
    await wait(6 * PULSE_MS);
    await at.ask('POST', `/v1/scan/${jobId}/cancel`, { key: admin });
    expect((await open).text).toMatch(/: keep-alive[\s\S]*event: finished/);
  });
});

describe('the places for event streams', () => {
  const of = (tenantId: string, actor: string) => ({ tenantId, actor });
  const limits = { perActor: 2, perTenant: 3, ofAll: 5 };

  it('are not all for one credential, nor for one tenant', () => {
    const streams = new OpenStreams(limits);
    const leave = streams.admit(of('acme', 'key:a'));
    streams.admit(of('acme', 'key:a'));
    expect(() => streams.admit(of('acme', 'key:a'))).toThrow(/with this credential/);
    streams.admit(of('acme', 'key:b'));
    expect(() => streams.admit(of('acme', 'key:c'))).toThrow('too many event streams are open');
    streams.admit(of('globex', 'key:a'));
    leave();
    leave();
    streams.admit(of('acme', 'key:a'));
    expect(() => streams.admit(of('acme', 'key:a'))).toThrow(/too many/);
    streams.admit(of('globex', 'key:a'));
    expect(() => streams.admit(of('initech', 'key:a'))).toThrow(/too many/);
  });
});
