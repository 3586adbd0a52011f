import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readImageRegistries } from '../../../src/collect/images/registry/inventory.js';
import type { ImagePlatform } from '../../../src/collect/images/registry/manifest.js';
import { fitsPattern, repositoryPattern } from '../../../src/collect/images/registry/reference.js';
import type { RegistryAccount } from '../../../src/model/registry-account.js';
import { createFetch } from '../../../src/system/fetch.js';
import { diskFiles } from '../../../src/system/files.js';
import { systemProcesses } from '../../../src/system/processes.js';
import { digestOf, type ImageRegistry, imageIndex, imageManifest, imageRegistry } from '../../support/image-registry.js';
import { spawn } from '../../support/programs.js';
import { hasReferenceData, referencePath } from '../../support/reference-data.js';

const PASSWORD = 'orchid-42';

function read(account: RegistryAccount, repository: string, known: ReadonlyMap<string, readonly ImagePlatform[]> = new Map(), path = '') {
  return readImageRegistries([{ account, repository }], {
    fetch: createFetch({}),
    clock: Date.now,
    signal: new AbortController().signal,
    patience: { attempts: 3, baseMs: 1, maxWaitMs: 2_000 },
    credentials: { files: diskFiles, processes: systemProcesses, environment: { PATH: path } },
    known,
  });
}

function robot(host: string, password = PASSWORD): RegistryAccount {
  const file = join(mkdtempSync(join(tmpdir(), 'registry-')), 'password');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return { host, user: 'robot', password_file: file };
}

const amd64 = imageManifest('amd64');
const index = imageIndex({ 'linux/amd64': amd64, 'linux/arm64': imageManifest('arm64') });

describe('a registry', () => {
  let registry: ImageRegistry;
  beforeEach(async () => {
    registry = await imageRegistry(PASSWORD);
    registry.repositories = {
      'acme/app': { '1.0': index, '1.1': amd64, latest: amd64 },
      'acme/web': { '2': amd64 },
      other: { '1': amd64 },
    };
  });
  afterEach(() => registry.close());

  it('is read page by page, with the images of an index and all tags of a digest', async () => {
    const { images, repositories, issues } = await read(robot(registry.host), 'acme/*');
    expect({ repositories, issues }).toEqual({ repositories: 2, issues: [] });
    const place = `${registry.host}/acme/app@`;
    const app = images.filter(({ reference }) => reference.startsWith(place));
    expect(app).toContainEqual({ reference: place + digestOf(amd64), tags: ['1.1', 'latest'], platforms: [], is_new: true });
    const platforms = app.find(({ reference }) => reference === place + digestOf(index))?.platforms;
    expect(platforms).toEqual([
      { platform: 'linux/amd64', digest: digestOf(amd64) },
      { platform: 'linux/arm64', digest: digestOf(imageManifest('arm64')) },
    ]);
    expect(images).toHaveLength(3);
  });

  it('is asked again only for digests that no earlier run saw', async () => {
    const first = await read(robot(registry.host), 'acme/app');
    registry.repositories['acme/app'] = { '1.0': index, '1.2': imageManifest('newer') };
    registry.asked.length = 0;
    const known = new Map(first.images.map(({ reference, platforms }) => [reference, platforms]));
    const { images } = await read(robot(registry.host), 'acme/app', known);
    expect(images.filter(({ is_new: isNew }) => isNew).map(({ tags }) => tags)).toEqual([['1.2']]);
    expect(images.find(({ is_new: isNew }) => !isNew)?.platforms).toHaveLength(2);
    const fetched = registry.asked.filter(({ method, url }) => method === 'GET' && url.includes('/manifests/'));
    expect(fetched.map(({ url }) => url)).toEqual([`/v2/acme/app/manifests/${digestOf(imageManifest('newer'))}`]);
  });

  it('names what refuses and goes on; what is of another digest is not believed', async () => {
    registry.trouble = ({ method, url }) => {
      if (url.includes('/acme/web/')) return { status: 403 };
      return method === 'GET' && url.endsWith(digestOf(index)) ? { body: index.replace('arm64', 'arm65') } : undefined;
    };
    const { images, issues } = await read(robot(registry.host), '*');
    expect(images).toHaveLength(2);
    expect(issues).toEqual([
      { what: `${registry.host}/acme/app:1.0`, reason: expect.stringContaining('its content has the digest') },
      { what: `${registry.host}/acme/web`, reason: expect.stringContaining('answered 403') },
    ]);
  });

  it('that knows nobody, or lists nothing, is an error without the password', async () => {
    await expect(read(robot(registry.host, 'wrong-word'), 'acme/app')).rejects.toThrow(/gave no token: it answered 401/);
    registry.trouble = ({ url }) => (url.startsWith('/v2/_catalog') ? { status: 404 } : undefined);
    await expect(read(robot(registry.host), '*')).rejects.toThrow(/404; a registry that does not list its repositories is read one by one/);
  });

  it('never gets its credentials sent to where it redirects, or to another realm by plain http', async () => {
    const other = await imageRegistry(PASSWORD);
    other.trouble = () => ({ body: { tags: [] } });
    registry.trouble = ({ url, headers }) =>
      url.includes('/tags/') && headers.authorization !== undefined
        ? { status: 307, headers: { location: `${other.url}/tags` } }
        : undefined;
    expect((await read(robot(registry.host), 'acme/app')).images).toEqual([]);
    expect(other.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    registry.trouble = () => ({ status: 401, headers: { 'www-authenticate': `Bearer realm="${other.url}/token",service="x"` } });
    await expect(read(robot(registry.host), 'acme/app')).rejects.toThrow(/no credentials are sent to/);
    expect(other.asked).toHaveLength(1);
    await other.close();
  });

  it('is obeyed when it asks to wait, and given up in the end', async () => {
    let refusals = 1;
    const slower = { status: 429, headers: { 'retry-after': '1' } };
    registry.trouble = ({ url }) => (url.includes('/tags/') && refusals-- > 0 ? slower : undefined);
    const start = Date.now();
    expect((await read(robot(registry.host), 'acme/web')).images).toHaveLength(1);
    expect(Date.now() - start).toBeGreaterThanOrEqual(990);
    registry.trouble = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    await expect(read(robot(registry.host), 'acme/web')).rejects.toThrow(/asks to wait 3600 s/);
  });

  it('answers with lists without end, texts that are no lists, and links to other hosts', async () => {
    const tags =
      (told: object) =>
      ({ url }: { url: string }) =>
        url.includes('/tags/') ? told : undefined;
    registry.trouble = tags({ body: '<html>Log in</html>' });
    await expect(read(robot(registry.host), 'acme/app')).rejects.toThrow(/not JSON/);
    registry.trouble = tags({ headers: { link: '</v2/acme/app/tags/list?n=1000>; rel="next"' }, body: { tags: ['1.0'] } });
    await expect(read(robot(registry.host), 'acme/app')).rejects.toThrow(/no end/);
    registry.trouble = tags({ headers: { link: '<https://elsewhere.example/>; rel="next"' }, body: { tags: ['1.0'] } });
    await expect(read(robot(registry.host), 'acme/app')).rejects.toThrow(/another host/);
    registry.trouble = tags({ body: { tags: ['../../../token', '1.0', '-x', 'a b'] } });
    expect((await read(robot(registry.host), 'acme/app')).images.map((image) => image.tags)).toEqual([['1.0']]);
  });

  it('takes user and password from a credential helper', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'helper-'));
    const helper = (text: string) => writeFileSync(join(folder, 'docker-credential-test'), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    const account = { host: registry.host, credential_helper: 'test' };
    const path = `${folder}:/usr/bin:/bin`;
    helper(`read host; [ "$host" = "${registry.host}" ] && echo '{"Username":"robot","Secret":"${PASSWORD}"}'`);
    expect((await read(account, 'acme/web', new Map(), path)).images).toHaveLength(1);
    // As docker's own helpers do, which read until the end of their input.
    helper(`[ "$(cat)" = "${registry.host}" ] && echo '{"Username":"robot","Secret":"${PASSWORD}"}'`);
    expect((await read(account, 'acme/web', new Map(), path)).images).toHaveLength(1);
    helper('echo "no secret-words here" >&2; exit 1');
    await expect(read(account, 'acme/web', new Map(), path)).rejects.toThrow(/has no credentials for/);
    await expect(read({ ...account, credential_helper: 'absent' }, 'acme/web', new Map(), path)).rejects.toThrow(/is not installed/);
  });
});

describe('patterns of repositories', () => {
  it.each([
    ['ghcr.io/acme/app', { host: 'ghcr.io', repository: 'acme/app' }],
    ['docker.io/alpine', { host: 'docker.io', repository: 'library/alpine' }],
    ['127.0.0.1:5000/acme/*', { host: '127.0.0.1:5000', repository: 'acme/*' }],
    ['acme/app', undefined],
    ['ghcr.io', undefined],
    ['ghcr.io/../x', undefined],
    ['user:word@ghcr.io/x', undefined],
  ])('%s', (text, pattern) => expect(repositoryPattern(text)).toEqual(pattern));

  it('fit names with any text in the place of a star', () => {
    expect(['acme/app', 'acme/a/b-app', 'acme/app2'].filter((name) => fitsPattern(name, 'acme/*app'))).toEqual([
      'acme/app',
      'acme/a/b-app',
    ]);
  });
});

describe.skipIf(!hasReferenceData)('the reference registry', () => {
  let program: ChildProcess | undefined;
  afterEach(() => void program?.stdin?.end());

  const start = async (...options: string[]) => {
    const layout = referencePath('images', 'visible', '004-ubuntu-18.04');
    const child = spawn('python3', [referencePath('images', 'registry.py'), ...options, `acme/base=${layout}:18.04`]);
    program = child;
    const line = await new Promise<string>((resolve) => child.stdout?.once('data', (data: Buffer) => resolve(data.toString())));
    const { port, images } = JSON.parse(line) as { port: number; images: Record<string, Record<string, string>> };
    return { host: `127.0.0.1:${port}`, digest: images['acme/base']?.['18.04'] };
  };

  it.each([
    ['token', ''],
    ['basic', ''],
    ['token', 'ratelimit:1'],
    ['token', 'unavailable:2'],
    ['token', 'tokenloop'],
    ['token', 'bigerror'],
    ['token', 'foreignrealm'],
    ['basic', 'badtype'],
    ['basic', 'wrongmanifest'],
    ['basic', 'html'],
  ])('with %s and %s', async (auth, mode) => {
    const { host, digest } = await start('--auth', auth, '--mode', mode);
    const result = await read(robot(host), 'acme/base').catch((error: Error) => error.message);
    const shown = typeof result === 'string' ? result : (result.issues[0]?.reason ?? result.images[0]?.reference);
    const refusals: Record<string, string> = {
      tokenloop: 'answered 401',
      foreignrealm: 'no credentials are sent to',
      wrongmanifest: 'its content has the digest',
      html: 'not JSON',
    };
    expect(shown).toContain(refusals[mode] ?? `${host}/acme/base@${digest}`);
  });
});
