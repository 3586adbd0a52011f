import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helm } from '../support/chart.js';
import { type Gate, gateContainer, nginx, startGate } from '../support/gate.js';
import { type Loopback, loopback } from '../support/loopback.js';
import { spawnSync } from '../support/programs.js';
import { serveFolder, startServe } from '../support/serve-process.js';
import { castellan } from '../support/spawn-cli.js';

const SECRET = 'a-secret-of-the-gate-that-is-long-enough';

/** The chart's gate: the real nginx before the real server, with a stand-in for oauth2-proxy that knows two users by their cookie. */
describe.skipIf(helm === undefined || nginx === undefined)('the gate (needs helm and nginx)', () => {
  const folder = serveFolder();
  let signIn: Loopback;
  let gate: Gate;

  beforeAll(async () => {
    signIn = await loopback(({ url, headers }) => {
      if (url.startsWith('/oauth2/start')) return { status: 302, headers: { location: `/idp?back=${headers['x-auth-request-redirect']}` } };
      if (url === '/ready') return { status: 200, body: 'OK' };
      const groups = { ann: 'staff,security.admins', ben: 'all staff', eve: 'securityXadmins' }[String(headers.cookie ?? '')];
      if (url !== '/oauth2/auth' || groups === undefined) return { status: 401 };
      return {
        status: 202,
        headers: { 'x-auth-request-email': `${headers.cookie}@example.com`, 'x-auth-request-groups': groups },
      };
    });
    const env = { SERVICE_PROXY_SECRET: SECRET, SERVICE_PUBLIC_URL: 'https://castellan.example.com' };
    await castellan(['serve', '--bootstrap-admin', 'acme', '--key-file', join(folder.path, 'acme.key')], {
      env: { SERVICE_HOME: folder.path },
    });
    const server = await startServe({ home: folder.path, env, firstStart: false });
    folder.started.push(server);
    gate = await startGate(folder.path, { server: server.url, signIn: signIn.url, secret: SECRET });
  });
  afterAll(async () => {
    gate?.stop();
    await signIn?.close();
    await folder.dispose();
  });

  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const answer = await fetch(`${gate.address}${path}`, { method, headers, redirect: 'manual' });
    const text = await answer.text();
    return { status: answer.status, location: answer.headers.get('location'), body: text.startsWith('{') ? JSON.parse(text) : text };
  }

  const FORGED = {
    'x-service-subject': 'root@example.com',
    'x-service-role': 'admin',
    'x-service-tenant': 'default',
    'x-service-proxy-secret': SECRET,
  };

  it('states the user, the role of the highest group, and the tenant', async () => {
    const { body } = await ask('/v1/auth/me', { cookie: 'ann' });
    expect(body).toMatchObject({ subject: 'ann@example.com', role: 'admin', tenant_id: 'acme', auth_method: 'trusted_proxy' });
    expect((await ask('/v1/auth/me', { cookie: 'ben' })).body).toMatchObject({ subject: 'ben@example.com', role: 'viewer' });
  });

  it('takes what clients state of themselves off every request, also with the right secret', async () => {
    expect((await ask('/v1/auth/me', { ...FORGED, cookie: 'ben' })).body).toMatchObject({
      subject: 'ben@example.com',
      role: 'viewer',
      tenant_id: 'acme',
    });
    expect((await ask('/v1/auth/me', FORGED)).status).toBe(401);
    expect((await ask('/v1/auth/me', { ...FORGED, authorization: 'Bearer svc_none' })).status).toBe(401);
    const shouted = Object.fromEntries(Object.entries(FORGED).map(([name, value]) => [name.toUpperCase(), value]));
    expect((await ask('/v1/auth/me', { ...shouted, cookie: 'ben' })).body.role).toBe('viewer');
    const underscored = Object.fromEntries(Object.entries(FORGED).map(([name, value]) => [name.replaceAll('-', '_'), value]));
    expect((await ask('/v1/auth/me', { ...underscored, cookie: 'ben' })).body.role).toBe('viewer');
  });

  it('lets a key of the server through, with the address of its client', async () => {
    const authorization = `Bearer ${readFileSync(join(folder.path, 'acme.key'), 'utf8').trim()}`;
    const passed = { authorization, 'x-forwarded-for': '203.0.113.9' };
    expect((await ask('/v1/auth/me', passed)).body).toMatchObject({ auth_method: 'api_key', tenant_id: 'acme' });
    expect((await ask('/v1/auth/debug', passed)).body.client_address).toBe('203.0.113.9');
    expect((await ask('/v1/auth/me', { ...FORGED, authorization })).body).toMatchObject({ auth_method: 'api_key', subject: 'bootstrap' });
  });

  it('leads people to the sign-in and tells programs', async () => {
    expect(await ask('/findings?severity=high&x=1')).toMatchObject({
      status: 302,
      location: expect.stringContaining('/idp?back=/findings?severity=high&x=1'),
    });
    expect((await ask('/v1/findings')).status).toBe(401);
    expect((await ask('/scim/v2/Users')).status).toBe(401);
    expect((await ask('/', { cookie: 'ann' })).status).toBe(200);
  });

  it('gives nobody a role whose group only looks like one', async () => {
    expect((await ask('/v1/auth/me', { cookie: 'eve' })).status).toBe(401);
  });

  it('does not answer for what is between it and the sign-in', async () => {
    expect((await ask('/gate/user', { cookie: 'ann' })).status).toBe(404);
    expect((await ask('/oauth2/auth', { cookie: 'ann' })).status).toBe(404);
  });

  it('keeps other sites from acting for a user', async () => {
    const foreign = { cookie: 'ann', origin: 'https://evil.example.com' };
    expect((await ask('/v1/auth/keys', foreign, 'POST')).status).toBe(403);
  });

  it('does not start with a secret that nginx would read as its own words', () => {
    const [script] = gateContainer('nginx').args;
    const secretFile = join(folder.path, 'given');
    const started = (secret: string) => {
      writeFileSync(secretFile, secret);
      const here = script.replaceAll('/tmp/', `${folder.path}/made-`).replace('/run/castellan/proxy-secret', secretFile);
      return spawnSync('sh', ['-ec', here.replace(/exec nginx.*/, 'echo started')], { encoding: 'utf8' }).stdout;
    };
    expect(started(SECRET)).toBe('started\n');
    expect(readFileSync(join(folder.path, 'made-proxy-secret.conf'), 'utf8')).toBe(
      `proxy_set_header X-Service-Proxy-Secret "${SECRET}";\n`,
    );
    for (const wrong of ['', 'a"; return 200; #', 'a$b', 'two words', 'two\nlines'])
      expect({ wrong, said: started(wrong) }).toEqual({ wrong, said: '' });
  });
});
