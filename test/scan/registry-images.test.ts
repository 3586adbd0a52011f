import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobOf, digestOf, type ImageRegistry, imageIndex, imageRegistry } from '../support/image-registry.js';
import { type ImageParts, imageParts } from '../support/image-writer.js';
import { loopback } from '../support/loopback.js';
import { environment } from '../support/programs.js';
import { castellan, temporaryFolder } from '../support/spawn-cli.js';
import { zstdOf } from '../support/zstd-writer.js';

const PASSWORD = 'orchid-42-lantern';
const LAYERS = [{ 'etc/os-release': 'ID=alpine\nVERSION_ID=3.21.0\n' }, { 'lib/apk/db/installed': 'P:musl\nV:1.2.5-r8\nA:x86_64\n\n' }];
const app = imageParts({ layers: LAYERS, config: { User: '10001' } });

let registry: ImageRegistry;
let folder: ReturnType<typeof temporaryFolder>;
let reference: string;

beforeEach(async () => {
  registry = await imageRegistry(PASSWORD);
  reference = registry.hold('acme/app', '1.0', app);
  folder = temporaryFolder();
});

afterEach(async () => {
  await registry.close();
  folder.dispose();
});

/** Scans as somebody who has this configuration of docker. */
async function scan(args: readonly string[], config: object = signedIn(), env: Record<string, string> = {}, input?: string) {
  writeFileSync(join(folder.path, 'config.json'), JSON.stringify(config));
  const result = await castellan(['scan', '--no-vulnerabilities', '--format', 'json', ...args], {
    cwd: folder.path,
    env: { DOCKER_CONFIG: folder.path, ...env },
    ...(input !== undefined && { input }),
  });
  expect(result.stdout + result.stderr).not.toMatch(secretForms);
  return { ...result, report: JSON.parse(result.stdout === '' ? '{}' : result.stdout) };
}

const secretForms = new RegExp(`${PASSWORD}|${Buffer.from(`robot:${PASSWORD}`).toString('base64')}`);

function signedIn() {
  return { auths: { [registry.host]: { auth: Buffer.from(`robot:${PASSWORD}`).toString('base64') } } };
}

/** Every blob of the image, and its packages. */
function expectWhole({ report }: { report: { images: object[]; components: object[] } }): void {
  expect(report.images).toMatchObject([{ name: reference, digest: app.digest, os: { id: 'alpine', version: '3.21.0' } }]);
  expect(report.components).toMatchObject([{ name: 'musl', locations: [{ path: 'lib/apk/db/installed', layer: 1 }] }]);
}

const lastLayer = () => digestOf(imageBytes(app, 1));

function imageBytes({ manifest, blobs }: ImageParts, layer: number): Buffer {
  const { layers } = JSON.parse(manifest);
  return blobs[layers[layer].digest] ?? Buffer.alloc(0);
}

describe('an image of a registry', () => {
  it.each([
    ['an operand', []],
    ['an option', ['--image']],
  ])('is read layer by layer as %s', async (_, option) => {
    const result = await scan([...option, reference]);
    expectWhole(result);
    expect(registry.asked.filter(({ url }) => url.includes('/blobs/')).every(({ headers }) => headers.range === undefined)).toBe(true);
  });

  it('is what its digest says', async () => {
    const pinned = `${registry.host}/acme/app@${app.digest}`;
    const { report } = await scan([pinned]);
    expect(report.images).toMatchObject([{ name: pinned, digest: app.digest, tags: [] }]);
  });

  it('is the one for the platform that is asked for', async () => {
    const arm = imageParts({ architecture: 'arm64' });
    registry.hold('acme/app', 'arm', arm);
    registry.hold('acme/app', 'many', { manifest: imageIndex({ 'linux/amd64': app.manifest, 'linux/arm64': arm.manifest }), blobs: {} });
    const many = `${registry.host}/acme/app:many`;
    const { report } = await scan([many, '--platform', 'linux/arm64']);
    expect(report.images).toMatchObject([{ platform: 'linux/arm64', digest: arm.digest }]);
    const none = await scan([many, '--platform', 'linux/s390x']);
    expect(none.report.verdict).toMatchObject({ outcome: 'incomplete' });
    expect(none.stdout).toContain('no image for linux/s390x; there are linux/amd64, linux/arm64');
  });

  it('is not fetched offline', async () => {
    const { code, stderr } = await scan(['--offline', reference]);
    expect({ code, asked: registry.asked }).toEqual({ code: 2, asked: [] });
    expect(stderr).toContain('--offline forbids');
  });

  it('leaves the scan incomplete where nothing answers', async () => {
    const silent = createServer();
    const port = await new Promise<number>((resolve) =>
      silent.listen(0, '127.0.0.1', () => {
        const address = silent.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      }),
    );
    await new Promise((resolve) => silent.close(resolve));
    const { code, report } = await scan([`127.0.0.1:${port}/acme/app:1.0`]);
    expect({ code, outcome: report.verdict.outcome }).toEqual({ code: 1, outcome: 'incomplete' });
  }, 60_000);

  it('may have layers of zstd', async () => {
    const packed = imageParts({ layers: LAYERS, config: { User: '10001' }, pack: zstdOf });
    reference = registry.hold('acme/app', 'zstd', packed);
    const { report } = await scan([reference]);
    expect(report.components).toMatchObject([{ name: 'musl', locations: [{ path: 'lib/apk/db/installed', layer: 1 }] }]);
    expect(report.verdict.outcome).not.toBe('incomplete');
  });

  it('ends at the ceilings that the user sets', async () => {
    const { code, report, stdout } = await scan(['--image-limit', 'entries=1', reference]);
    expect({ code, outcome: report.verdict.outcome }).toEqual({ code: 1, outcome: 'incomplete' });
    expect(stdout).toContain('more entries than are read');
    const wrong = await scan(['--image-limit', 'entries=many', reference]);
    expect({ code: wrong.code, stderr: wrong.stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--image-limit') });
  });

  it('that is a chart is named as one', async () => {
    const chart = JSON.stringify({
      schemaVersion: 2,
      config: { mediaType: 'application/vnd.cncf.helm.config.v1+json', digest: digestOf('{}'), size: 2 },
      layers: [],
    });
    const { report, stdout } = await scan([registry.hold('acme/chart', '1', { manifest: chart, blobs: {} })]);
    expect(report.verdict.outcome).toBe('incomplete');
    expect(stdout).toContain('a Helm chart');
  });
});

describe('credentials for a registry', () => {
  it('are those of its auths entry', async () => {
    expectWhole(await scan([reference]));
  });

  it('come from a helper', async () => {
    const bin = join(folder.path, 'bin');
    mkdirSync(bin);
    const answer = JSON.stringify({ ServerURL: registry.host, Username: 'robot', Secret: PASSWORD });
    writeFileSync(
      join(bin, 'docker-credential-safe'),
      `#!/bin/sh\nread host\n[ "$1 $host" = "get ${registry.host}" ] && echo '${answer}'\n`,
    );
    chmodSync(join(bin, 'docker-credential-safe'), 0o755);
    const path = `${bin}${delimiter}${environment()['PATH'] ?? ''}`;
    expectWhole(await scan([reference], { credHelpers: { [registry.host]: 'safe' } }, { PATH: path }));
  });

  it('are those of the user who is named for it', async () => {
    const named = ['--registry-user', `robot@${registry.host}`, reference];
    const file = join(folder.path, 'password');
    writeFileSync(file, `${PASSWORD}\n`);
    expectWhole(await scan(named, {}, { SERVICE_REGISTRY_PASSWORD: PASSWORD }));
    expectWhole(await scan(['--registry-password-file', file, ...named], {}));
    expectWhole(await scan(['--registry-password-file', '-', ...named], {}, {}, `${PASSWORD}\n`));
    const twice = await scan(
      ['--registry-password-file', '-', '--image', '-', '--registry-user', `robot@${registry.host}`],
      {},
      {},
      PASSWORD,
    );
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('standard input is the image already') });
    const other = await scan(['--registry-user', 'robot@registry.example', reference], {}, { SERVICE_REGISTRY_PASSWORD: PASSWORD });
    expect(other.report.verdict.outcome).toBe('incomplete');
    for (const [args, env] of [
      [named, {}],
      [['--registry-user', 'robot', reference], { SERVICE_REGISTRY_PASSWORD: PASSWORD }],
    ] as const) {
      const { code, stderr } = await scan(args, {}, env);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--registry-user') });
    }
  });

  it('may be an identity token, which is changed for one that pulls', async () => {
    registry.trouble = ({ url, method, body }) => {
      if (!url.startsWith('/token')) return undefined;
      const asked = new URLSearchParams(body);
      const isRight = method === 'POST' && asked.get('grant_type') === 'refresh_token' && asked.get('refresh_token') === PASSWORD;
      return isRight ? { body: { access_token: `for ${asked.get('scope')}` } } : { status: 401 };
    };
    expectWhole(await scan([reference], { auths: { [registry.host]: { identitytoken: PASSWORD } } }));
    expect(registry.asked.filter(({ headers }) => headers.authorization?.startsWith('Basic'))).toEqual([]);
  });

  it('that are missing or wrong leave the scan incomplete', async () => {
    for (const config of [{}, { auths: { [registry.host]: { username: 'robot', password: 'wrong' } } }, { credsStore: 'not-there' }]) {
      const { code, report } = await scan([reference], config);
      expect({ code, outcome: report.verdict.outcome }).toEqual({ code: 1, outcome: 'incomplete' });
    }
    const { stderr } = await scan([reference], { credsStore: 'not-there' });
    expect(stderr).toContain('the credential helper "not-there" gave nothing: docker-credential-not-there is not installed');
  });

  it("are those of podman's file where docker's helper knows the registry not", async () => {
    const file = join(folder.path, 'auth.json');
    writeFileSync(file, JSON.stringify(signedIn()));
    expectWhole(await scan([reference], { credsStore: 'not-there' }, { REGISTRY_AUTH_FILE: file }));
  });

  it('are shown once more where the first token is refused, and no third time', async () => {
    let refusals = 1;
    const challenge = { 'www-authenticate': `Bearer realm="${registry.url}/token",service="test"` };
    registry.trouble = ({ url, headers }) =>
      url.includes('/manifests/') && headers.authorization !== undefined && refusals-- > 0
        ? { status: 401, headers: challenge }
        : undefined;
    expectWhole(await scan([reference]));
    refusals = 9;
    registry.asked.length = 0;
    const { code, report } = await scan([reference]);
    expect({ code, outcome: report.verdict.outcome }).toEqual({ code: 1, outcome: 'incomplete' });
    expect(registry.asked.filter(({ url }) => url.startsWith('/token'))).toHaveLength(2);
  });

  it('are sent as they are to a registry without tokens', async () => {
    const basic = `Basic ${Buffer.from(`robot:${PASSWORD}`).toString('base64')}`;
    registry.trouble = ({ url, headers }) => {
      if (headers.authorization !== basic) return { status: 401, headers: { 'www-authenticate': 'Basic realm="r"' } };
      return url.includes('/blobs/')
        ? blobOf(registry.blobs[url.split('/').at(-1) ?? ''], headers)
        : { headers: { 'docker-content-digest': app.digest }, body: app.manifest };
    };
    expectWhole(await scan([reference]));
  });

  it('are kept from where a redirect leads, and from what asks there', async () => {
    const storage = await loopback(({ url, headers }) => {
      if (url.includes('/refused/')) return { status: 401, headers: { 'www-authenticate': `Basic realm="r"` } };
      return blobOf(registry.blobs[url.split('/').at(-1) ?? ''], headers);
    });
    registry.trouble = ({ url, headers }) => {
      const isBlob = url.includes('/blobs/') && headers.authorization;
      return isBlob ? { status: 307, headers: { location: `${storage.url}/kept/${url.split('/').at(-1)}` } } : undefined;
    };
    expectWhole(await scan([reference]));
    registry.trouble = ({ url, headers }) => {
      const isBlob = url.includes('/blobs/') && headers.authorization;
      return isBlob ? { status: 307, headers: { location: `${storage.url}/refused/x` } } : undefined;
    };
    const before = registry.asked.length;
    expect((await scan([reference])).report.verdict.outcome).toBe('incomplete');
    expect(registry.asked.slice(before).filter(({ headers }) => headers.authorization?.startsWith('Basic'))).toHaveLength(1);
    expect(storage.asked.length).toBeGreaterThan(1);
    expect(storage.asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    await storage.close();
  });
});

describe('a registry in trouble', () => {
  it('is waited for', async () => {
    let refusals = 2;
    registry.trouble = ({ url }) =>
      url.includes('/blobs/') && refusals-- > 0 ? { status: 429, headers: { 'retry-after': '1' } } : undefined;
    const from = Date.now();
    expectWhole(await scan([reference]));
    expect(Date.now() - from).toBeGreaterThan(1900);
  });

  it.each([
    ['goes on', true],
    ['starts anew without ranges', false],
  ])('that breaks off %s', async (_, hasRanges) => {
    let breaks = 2;
    registry.trouble = ({ url, headers }) => {
      const isLayer = url.endsWith(lastLayer()) && headers.authorization?.startsWith('Bearer');
      if (!isLayer) return undefined;
      const told = blobOf(registry.blobs[lastLayer()], hasRanges ? headers : {});
      return breaks-- > 0 ? { ...told, cutAt: 40 } : told;
    };
    expectWhole(await scan([reference]));
    const ranges = registry.asked
      .filter(({ url, headers }) => url.endsWith(lastLayer()) && headers.range)
      .map(({ headers }) => headers.range);
    expect(ranges).toEqual(hasRanges ? ['bytes=40-', 'bytes=80-'] : ['bytes=40-', 'bytes=40-']);
  });

  it.each([
    ['a layer', () => lastLayer()],
    ['a configuration', () => app.configDigest],
  ])('that sends other bytes for %s is not believed', async (_, digest) => {
    registry.blobs[digest()] = Buffer.alloc(registry.blobs[digest()]?.length ?? 0, 'x');
    const { code, report } = await scan([reference]);
    expect({ code, outcome: report.verdict.outcome }).toEqual({ code: 1, outcome: 'incomplete' });
    expect(report.components.map(({ name }: { name: string }) => name)).not.toContain('musl');
  });
});
