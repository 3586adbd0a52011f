import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../support/free-port.js';
import { spawn, spawnSync } from '../support/programs.js';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';
import { toolOnPath } from '../support/tool-on-path.js';

const compose = parse(readFileSync(join(projectRoot, 'compose.yaml'), 'utf8'));
const WANTED = Number(/^caddy:2\.(\d+)/.exec(compose.services.tls.image)?.[1]);
const found = toolOnPath('caddy', 'TEST_CADDY');
/** One as old as Debian's says 502 of a body that is too long. */
const caddy = found !== undefined && !(minorOf(found) < WANTED) ? found : undefined;

/** 10 of `v2.10.2 h1:…`; NaN of a build that does not know its version. */
function minorOf(program: string): number {
  return Number(/^v?2\.(\d+)/.exec(spawnSync(program, ['version'], { encoding: 'utf8' }).stdout)?.[1]);
}

const SECRET = 'a-secret-of-the-proxy-that-is-long-enough';

describe('the profile tls of the compose file', () => {
  it('stands between the outside and the server, and is believed by its network alone', () => {
    const { tls, serve, postgres } = compose.services;
    expect(tls.profiles).toEqual(['tls']);
    const shared = tls.networks.filter((name: string) => serve.networks.includes(name) && name !== 'outside');
    expect(shared).toEqual(['front']);
    expect(serve.environment.SERVICE_PROXY_PEERS).toBe(compose.networks.front.ipam.config[0].subnet);
    expect(postgres.networks).not.toContain('front');
    expect(existsSync(join(projectRoot, compose.configs.caddy.file))).toBe(true);
  });
});

/** The real Caddy with the profile's own file before the real server. */
describe.skipIf(caddy === undefined)(`Caddy before the server${caddy ? '' : ' (this machine lacks caddy 2.${WANTED} or later)'}`, () => {
  const folder = serveFolder();
  let server: ServeProcess;
  let port: number;
  let said = '';
  let stop: () => void;

  beforeAll(async () => {
    await castellan(['serve', '--bootstrap-admin', 'acme', '--key-file', join(folder.path, 'acme.key')], {
      env: { SERVICE_HOME: folder.path },
    });
    // As without TLS_HOST, and with its own peers, which are here.
    const env = { SERVICE_PUBLIC_URL: '', SERVICE_PROXY_PEERS: '127.0.0.1/32', SERVICE_PROXY_SECRET: SECRET };
    server = await startServe({ home: folder.path, firstStart: false, env });
    folder.started.push(server);
    port = await freePort();
    const home = join(folder.path, 'caddy');
    mkdirSync(home);
    // No port below 1024, no store of authorities and no administration on this machine.
    const file = readFileSync(join(projectRoot, compose.configs.caddy.file), 'utf8');
    writeFileSync(join(home, 'Caddyfile'), `{\n\tauto_https disable_redirects\n\tskip_install_trust\n\tadmin off\n}\n${file}`);
    const child = spawn(caddy ?? '', ['run', '--adapter', 'caddyfile', '--config', join(home, 'Caddyfile')], {
      env: {
        HOME: home,
        XDG_DATA_HOME: home,
        XDG_CONFIG_HOME: home,
        TLS_HOST: `localhost:${port}`,
        TLS_OPTION: '',
        TLS_UPSTREAM: new URL(server.url).host,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    stop = () => child.kill();
    for (let left = 100; (await ask('/readyz').catch(() => undefined))?.status !== 200; left--) {
      if (left === 0) throw new Error(`caddy does not serve: ${said}`);
      await setTimeout(100);
    }
  }, 60_000);
  afterAll(async () => {
    stop?.();
    await folder.dispose();
  });

  const key = () => readFileSync(join(folder.path, 'acme.key'), 'utf8').trim();
  function ask(
    path: string,
    headers: Record<string, string> = {},
    body = '',
  ): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path,
          servername: 'localhost',
          rejectUnauthorized: false,
          method: body === '' ? 'GET' : 'POST',
          headers: { host: `localhost:${port}`, ...headers },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece) => {
            text += piece;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }

  it('serves UI and API at one origin, which is to be HTTPS from then on', async () => {
    const page = await ask('/');
    expect([page.status, page.text.toLowerCase()]).toEqual([200, expect.stringContaining('<!doctype html>')]);
    expect(page.headers['strict-transport-security']).toContain('max-age=');
    expect(await ask('/v1/auth/me')).toMatchObject({ status: 401 });
    expect(await ask('/v1/auth/me', { authorization: `Bearer ${key()}` })).toMatchObject({ status: 200 });
  });

  it('takes off what a client says of itself, also with the right secret', async () => {
    const forged = { 'x-service-subject': 'root', 'x-service-role': 'admin', 'x-service-tenant': 'acme', 'x-service-proxy-secret': SECRET };
    expect(await ask('/v1/auth/me', forged)).toMatchObject({ status: 401 });
    // The server would have believed them.
    expect((await fetch(`${server.url}/v1/auth/me`, { headers: forged })).status).toBe(200);
  });

  it('hands on who asked, and nothing that a client claims', async () => {
    const { text } = await ask('/v1/auth/debug', { authorization: `Bearer ${key()}`, 'x-forwarded-for': '203.0.113.9' });
    expect(JSON.parse(text).client_address).toBe('127.0.0.1');
  });

  it('refuses a body that is longer than the server takes', async () => {
    const done = await ask(
      '/v1/results/push',
      { authorization: `Bearer ${key()}`, 'content-type': 'application/json' },
      ' '.repeat(11_000_000),
    ).catch(() => ({ status: 413 }));
    expect(done.status).toBe(413);
  });
});
