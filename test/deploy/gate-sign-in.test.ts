import type { ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helm } from '../support/chart.js';
import { freePort } from '../support/free-port.js';
import { answers, type Gate, gateContainer, nginx, startGate } from '../support/gate.js';
import { spawn } from '../support/programs.js';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { type SignInProvider, signInProvider, type UserClaims } from '../support/sign-in-provider.js';
import { castellan } from '../support/spawn-cli.js';
import { toolOnPath } from '../support/tool-on-path.js';

const oauth2Proxy = toolOnPath('oauth2-proxy', 'TEST_OAUTH2_PROXY');
const lacks = Object.entries({ helm, nginx, 'oauth2-proxy': oauth2Proxy }).flatMap(([name, path]) => (path ? [] : [name]));
const SECRET = 'a-secret-of-the-gate-that-is-long-enough';
const HOME = 'https://castellan.example.com';

/** The whole gate of the chart: the real nginx and the real oauth2-proxy, before the real server, with a real provider of OIDC. */
describe.skipIf(lacks.length > 0)(`signing in at the gate${lacks.length > 0 ? ` (this machine lacks ${lacks.join(', ')})` : ''}`, () => {
  const folder = serveFolder();
  const proxies: ChildProcess[] = [];
  const gates: Gate[] = [];
  let user: UserClaims = {};
  let provider: SignInProvider;
  let server: ServeProcess;
  let gate: Gate;

  beforeAll(async () => {
    provider = await signInProvider(`${HOME}/oauth2/callback`, { clientId: 'castellan', user: () => user });
    await castellan(['serve', '--bootstrap-admin', 'acme', '--key-file', join(folder.path, 'acme.key')], {
      env: { SERVICE_HOME: folder.path },
    });
    const env = { SERVICE_PROXY_SECRET: SECRET, SERVICE_PUBLIC_URL: HOME };
    server = await startServe({ home: folder.path, env, firstStart: false });
    folder.started.push(server);
    gate = await wholeGate('by-email');
  });
  afterAll(async () => {
    for (const one of gates) one.stop();
    for (const one of proxies) one.kill();
    await provider?.close();
    await folder.dispose();
  });

  /** Both programs as the chart starts them, in a folder of this name. */
  async function wholeGate(name: string, values: readonly string[] = []): Promise<Gate> {
    const own = join(folder.path, name);
    mkdirSync(own);
    const signIn = `127.0.0.1:${await freePort()}`;
    const args = gateContainer('oauth2-proxy', values).args.map((argument: string) =>
      argument.replace('127.0.0.1:4180', signIn).replace('https://id.example.com', provider.issuer),
    );
    const proxy = spawn(oauth2Proxy ?? '', args, {
      // As the chart makes the second: 32 characters.
      env: { OAUTH2_PROXY_CLIENT_SECRET: 'a client secret for tests', OAUTH2_PROXY_COOKIE_SECRET: 'c'.repeat(32) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    proxies.push(proxy);
    let said = '';
    for (const stream of [proxy.stdout, proxy.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    await answers(`http://${signIn}/ready`, () => `oauth2-proxy is not ready: ${said}`);
    const started = await startGate(own, { server: server.url, signIn: `http://${signIn}`, secret: SECRET }, values);
    gates.push(started);
    return started;
  }

  const ask = (path: string, cookie = '', more: RequestInit = {}) =>
    fetch(`${gate.address}${path}`, {
      redirect: 'manual',
      ...more,
      headers: { ...(cookie && { cookie }), ...more.headers },
    });
  const cookiesOf = (answer: Response) => answer.headers.getSetCookie();
  const held = (answer: Response) =>
    cookiesOf(answer)
      .map((line) => line.split(';')[0])
      .filter((pair) => !/^[^=]+=$/.test(pair ?? ''))
      .join('; ');

  /** Opens a page as a browser does, signs in at the provider, and gives the answer that ends the sign-in. */
  async function signedIn(claims: UserClaims, page = '/findings?severity=high'): Promise<Response> {
    user = claims;
    const first = await ask(page);
    expect(first.status).toBe(302);
    const back = await provider.walk(first.headers.get('location') ?? '', HOME);
    return ask(back.slice(HOME.length), held(first));
  }

  it('leads a browser to the provider and back to the page it asked for, as the user of the highest group', async () => {
    const ended = await signedIn({ email: 'ann@example.com', groups: ['all staff', 'security.admins'] });
    expect([ended.status, ended.headers.get('location')]).toEqual([302, '/findings?severity=high']);
    expect(await (await ask('/v1/auth/me', held(ended))).json()).toMatchObject({
      subject: 'ann@example.com',
      role: 'admin',
      tenant_id: 'acme',
      auth_method: 'trusted_proxy',
    });
    const page = await ask('/', held(ended));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  });

  it('keeps the session from scripts, from other sites and from plain HTTP', async () => {
    const ended = await signedIn({ email: 'ben@example.com', groups: ['all staff'] });
    const session = cookiesOf(ended).filter((line) => line.startsWith('__Host-castellan_gate='));
    expect(session).toHaveLength(1);
    for (const attribute of [/; HttpOnly/i, /; Secure/i, /; SameSite=Lax/i, /; Path=\/(?:;|$)/i]) expect(session[0]).toMatch(attribute);
    expect(session[0]).not.toMatch(/; Domain=/i);
    expect(await (await ask('/v1/auth/me', held(ended))).json()).toMatchObject({ subject: 'ben@example.com', role: 'viewer' });
    const foreign = await ask('/v1/auth/keys', held(ended), { method: 'POST', headers: { origin: 'https://evil.example.com' } });
    expect(foreign.status).toBe(403);
  });

  it('takes in nobody without a group that gives a role, nor with a session that somebody else wrote', async () => {
    const refused = await signedIn({ email: 'eve@example.com', groups: ['securityXadmins'] });
    expect(refused.status).toBe(403);
    expect((await ask('/v1/auth/me', held(refused))).status).toBe(401);
    const ended = await signedIn({ email: 'ann@example.com', groups: ['security.admins'] });
    const forged = held(ended).replace(/=(.{20}).{4}/, '=$1AAAA');
    expect((await ask('/v1/auth/me', forged)).status).toBe(401);
  });

  it('keeps nobody signed in who signed out', async () => {
    const ended = await signedIn({ email: 'ann@example.com', groups: ['security.admins'] });
    const out = await ask('/oauth2/sign_out', held(ended));
    expect(out.status).toBe(302);
    expect(cookiesOf(out).find((line) => line.startsWith('__Host-castellan_gate='))).toMatch(/Max-Age=0|Expires=.*(?:1970|20\d\d)/i);
  });

  it('knows a user by the subject alone where the provider has no address of mail', async () => {
    const values = join(folder.path, 'values.yaml');
    writeFileSync(values, 'gate: { subject: user }\n');
    gate = await wholeGate('by-subject', [values]);
    const ended = await signedIn({ groups: ['security'] });
    expect(await (await ask('/v1/auth/me', held(ended))).json()).toMatchObject({ subject: 'ann', role: 'analyst' });
  });
});
