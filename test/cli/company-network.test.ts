import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CompanyNetwork, companyNetwork } from '../support/company-network.js';
import { type Loopback, loopback, type Told } from '../support/loopback.js';
import { npmLock, writeTree } from '../support/project-folder.js';
import { KEY, SARIF } from '../support/push-command.js';
import { serveFolder, startServe } from '../support/serve-process.js';
import { castellan, projectRoot, type RunResult, temporaryFolder } from '../support/spawn-cli.js';

/** Everything that opens connections for a person, behind a company's proxy and its own authority. */

const FEEDS = join(projectRoot, 'fixtures/feeds');
const folder = temporaryFolder();
const servers: Loopback[] = [];
let network: CompanyNetwork;
let addresses: Record<'feeds' | 'osv' | 'plane' | 'registry' | 'otel', string>;

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const CONFIG = JSON.stringify({ architecture: 'amd64', os: 'linux', config: { User: '1' }, rootfs: { type: 'layers', diff_ids: [] } });
const IMAGE = 'application/vnd.oci.image.manifest.v1+json';
const MANIFEST = JSON.stringify({
  schemaVersion: 2,
  mediaType: IMAGE,
  config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest: digestOf(CONFIG), size: CONFIG.length },
  layers: [],
});

const ANSWERS: Record<keyof typeof addresses, (url: string) => Told> = {
  feeds: (url) => {
    const path = join(FEEDS, new URL(url, 'http://x').pathname);
    return existsSync(path) && statSync(path).isFile() ? { body: readFileSync(path) } : { status: 404 };
  },
  osv: () => ({ body: { results: [{}] } }),
  plane: () => ({ body: { job_id: 'job_01HZ' } }),
  registry: (url) =>
    url.includes('/manifests/')
      ? { headers: { 'content-type': IMAGE, 'docker-content-digest': digestOf(MANIFEST) }, body: MANIFEST }
      : { body: url.includes('/blobs/') ? CONFIG : {} },
  otel: () => ({ body: {} }),
};
let targets: Record<string, string>;

beforeAll(async () => {
  network = await companyNetwork();
  targets = {};
  for (const [host, answer] of Object.entries(ANSWERS)) {
    const server = await loopback(({ url }) => answer(url));
    servers.push(server);
    targets[host] = server.url;
  }
  addresses = Object.fromEntries(Object.entries(targets).map(([host, url]) => [host, network.name(host, url)])) as typeof addresses;
});
beforeEach(() => {
  network.used.length = 0;
  network.refused = 0;
});
afterAll(async () => {
  await network.close();
  for (const server of servers) await server.close();
  folder.dispose();
});

/** What a person does, with the host that it asks. */
const ACTS: readonly [string, keyof typeof addresses, readonly string[]][] = [
  ['db update', 'feeds', ['db', 'update', '-e', 'npm']],
  ['scan', 'osv', ['scan', '.']],
  ['check', 'osv', ['check', 'isarray@2.0.5', '-e', 'npm']],
  ['push', 'plane', ['push', 'report.sarif']],
  ['scan of an image', 'registry', ['scan', '--image', 'registry.company.example/app:1.0', '--no-vulnerabilities']],
];

/** In a project and with a database of its own, which are empty. */
async function act(args: readonly string[], env: Record<string, string>, at: Record<string, string> = addresses): Promise<RunResult> {
  const cwd = mkdtempSync(join(folder.path, 'project-'));
  writeTree(cwd, { 'package-lock.json': npmLock('isarray@2.0.5'), 'report.sarif': SARIF });
  writeFileSync(join(cwd, 'key'), KEY, { mode: 0o600 });
  mkdirSync(join(cwd, 'data'));
  const settings = {
    SERVICE_DB: join(cwd, 'data/advisories.db'),
    SERVICE_OSV_URL: `${at.feeds}/osv`,
    SERVICE_KEV_URL: `${at.feeds}/kev/known_exploited_vulnerabilities.json`,
    SERVICE_EPSS_URL: `${at.feeds}/epss/epss_scores-current.csv.gz`,
    SERVICE_OSV_API_URL: at.osv ?? '',
    SERVICE_CONTROL_PLANE: at.plane ?? '',
    SERVICE_CONTROL_PLANE_KEY_FILE: join(cwd, 'key'),
  };
  const done = await castellan(args, { cwd, env: { ...settings, ...env } });
  for (const secret of [...network.secrets, WRONG]) expect(`${done.stdout}${done.stderr}`).not.toContain(secret);
  return done;
}

const WRONG = 'lantern-42-orchid';
/** The proxy with this user info instead of its own: `ann:secret@`, or nothing. */
const proxyAs = (user: string) => network.proxy.replace(/\/\/.*@/, `//${user}`);

describe.each(ACTS)('%s', (_, host, args) => {
  const lineOf = (said: string) =>
    said
      .trim()
      .split('\n')
      .filter((line) => /^(?:error|gate):/.test(line));
  /** It failed, and said why in one line. */
  const failedFor = (done: RunResult, reason: RegExp) => {
    expect(done.code).toBe(1);
    expect(lineOf(done.stderr)).toEqual([expect.stringMatching(reason)]);
    expect(done.stderr).not.toContain('something went wrong');
  };

  it('goes through the proxy alone, and believes the authority that is named', async () => {
    const done = await act(args, { HTTPS_PROXY: network.proxy, NODE_EXTRA_CA_CERTS: network.authority });
    expect(done).toMatchObject({ code: 0 });
    expect(new Set(network.used)).toEqual(new Set([`${host}.company.example:443`]));
    expect(network.refused).toBe(0);
  });

  it('refuses a certificate of an authority that nobody named, at once', async () => {
    failedFor(await act(args, { HTTPS_PROXY: network.proxy }), /certificate is self-signed; NODE_EXTRA_CA_CERTS=FILE names authorities/);
    expect(network.used).toHaveLength(1);
  });

  it('says once that the proxy wants other credentials', async () => {
    const trust = { NODE_EXTRA_CA_CERTS: network.authority };
    const wrong = await act(args, { ...trust, HTTPS_PROXY: proxyAs(`ann:${WRONG}@`) });
    failedFor(wrong, /the proxy 127\.0\.0\.1:\d+ does not take this user and password \(status 407\)/);
    expect(network.refused).toBe(1);
    failedFor(
      await act(args, { ...trust, HTTPS_PROXY: proxyAs('') }),
      /the proxy 127\.0\.0\.1:\d+ wants a user and a password in its address/,
    );
    expect(network.used).toEqual([]);
  });

  it('names a proxy that is not there, not the server behind it', async () => {
    const done = await act(args, { HTTPS_PROXY: `http://ann:${WRONG}@proxy.company.invalid:3128` });
    failedFor(done, /the proxy proxy\.company\.invalid:3128: host n/);
  });

  it('says which variable is no address', async () => {
    const done = await act(args, { HTTPS_PROXY: `ftp://ann:${WRONG}@proxy.company.example` });
    expect(done.code).not.toBe(0);
    expect(lineOf(done.stderr)).toEqual([expect.stringMatching(/HTTPS_PROXY is no address of a proxy; one is http:/)]);
  });
});

describe('NO_PROXY', () => {
  it('is asked without the proxy', async () => {
    const trust = { HTTPS_PROXY: network.proxy, NODE_EXTRA_CA_CERTS: network.authority };
    const direct = { ...addresses, feeds: network.direct(targets.feeds ?? '') };
    for (const exception of ['localhost', 'example.com, localhost', '*']) {
      expect(await act(['db', 'update', '-e', 'npm'], { ...trust, NO_PROXY: exception }, direct)).toMatchObject({ code: 0 });
      expect(network.used).toEqual([]);
    }
    // The names of the company are known to its proxy alone.
    const unknown = await act(['db', 'update', '-e', 'npm'], { ...trust, no_proxy: '.company.example' });
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/feeds\.company\.example\S* {2}host n/) });
    expect(network.used).toEqual([]);
  });
});

describe('plain http', () => {
  it('goes to HTTP_PROXY as a request of its own, whose refusal is told alike', async () => {
    const at = { ...addresses, feeds: addresses.feeds.replace('https:', 'http:') };
    expect(await act(['db', 'update', '-e', 'npm'], { HTTP_PROXY: network.proxy }, at)).toMatchObject({ code: 0 });
    expect(new Set(network.used)).toEqual(new Set(['feeds.company.example']));
    const wrong = await act(['db', 'update', '-e', 'npm'], { HTTP_PROXY: proxyAs(`ann:${WRONG}@`) }, at);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('does not take this user and password (status 407)') });
  });

  it('takes an address without a scheme, as curl does', async () => {
    const done = await act(['db', 'update', '-e', 'npm'], {
      HTTPS_PROXY: network.proxy.replace('http://', ''),
      NODE_EXTRA_CA_CERTS: network.authority,
    });
    expect(done).toMatchObject({ code: 0 });
  });
});

describe('traces of a server', () => {
  const folder = serveFolder();
  afterAll(folder.dispose);

  it('go through the proxy, and what keeps them is logged without its password', async () => {
    const collector = servers.at(-1);
    const env = { HTTPS_PROXY: network.proxy, NODE_EXTRA_CA_CERTS: network.authority };
    const served = async (home: string, more: Record<string, string>) => {
      mkdirSync(join(folder.path, home));
      const server = await startServe({ home: join(folder.path, home), args: ['--otlp', addresses.otel], env: { ...env, ...more } });
      folder.started.push(server);
      await fetch(`${server.url}/v1/auth/me`);
      server.kill('SIGTERM');
      await server.ended;
      return server.stderr();
    };
    await served('good', {});
    expect(collector?.asked.map(({ url }) => url)).toContain('/v1/traces');
    expect(new Set(network.used)).toEqual(new Set(['otel.company.example:443']));
    const log = await served('wrong', { HTTPS_PROXY: proxyAs(`ann:${WRONG}@`) });
    expect(log).toContain('does not take this user and password');
    expect(log).not.toContain(WRONG);
  }, 60_000);
});
