import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mirrorsIn, namedMirror, placesOf } from '../../src/collect/images/registry/mirrors.js';
import { imageReference } from '../../src/collect/images/registry/reference.js';
import { type ImageRegistry, imageRegistry } from '../support/image-registry.js';
import { imageParts } from '../support/image-writer.js';
import { castellan, temporaryFolder } from '../support/spawn-cli.js';

const [OWN, OTHER] = ['orchid-42-lantern', 'maple-77-bridge'];
const app = imageParts({
  layers: [{ 'etc/os-release': 'ID=alpine\nVERSION_ID=3.21.0\n', 'lib/apk/db/installed': 'P:musl\nV:1.2.5-r8\nA:x86_64\n\n' }],
  config: { User: '10001' },
});

let origin: ImageRegistry;
let mirror: ImageRegistry;
let folder: ReturnType<typeof temporaryFolder>;
let reference: string;

beforeEach(async () => {
  origin = await imageRegistry(OWN);
  mirror = await imageRegistry(OTHER);
  reference = origin.hold('acme/app', '1.0', app);
  folder = temporaryFolder();
});

afterEach(async () => {
  await origin.close();
  await mirror.close();
  folder.dispose();
});

const basicOf = (password: string) => Buffer.from(`robot:${password}`).toString('base64');

async function scan(...args: string[]) {
  const auths = { [origin.host]: { auth: basicOf(OWN) }, [mirror.host]: { auth: basicOf(OTHER) } };
  writeFileSync(join(folder.path, 'config.json'), JSON.stringify({ auths }));
  const result = await castellan(['scan', '--no-vulnerabilities', '--format', 'json', ...args], {
    cwd: folder.path,
    env: { DOCKER_CONFIG: folder.path },
  });
  const heard = [origin, mirror].map(({ asked }) => asked.map(({ headers }) => String(headers.authorization ?? '')));
  expect(heard[0]).not.toContain(`Basic ${basicOf(OTHER)}`);
  expect(heard[1]).not.toContain(`Basic ${basicOf(OWN)}`);
  return { ...result, report: JSON.parse(result.stdout === '' ? '{}' : result.stdout) };
}

function expectWhole({ report }: { report: { images: object[]; components: object[] } }): void {
  expect(report.images).toMatchObject([{ name: reference, digest: app.digest, tags: [reference] }]);
  expect(report.components).toMatchObject([{ name: 'musl' }]);
}

const pair = () => ['--registry-mirror', `${origin.host}=${mirror.host}`];

describe('a mirror of a registry', () => {
  it('is asked instead of it, as whoever the mirror knows', async () => {
    mirror.hold('acme/app', '1.0', app);
    expectWhole(await scan(...pair(), reference));
    expect(origin.asked).toEqual([]);
    expect(mirror.asked.some(({ url }) => url.includes('/blobs/'))).toBe(true);
  });

  it('is left out where it lacks the image', async () => {
    const whole = await scan(...pair(), reference);
    expectWhole(whole);
    expect(whole.report.scan_run.issues).toMatchObject([
      { note: true, reason: expect.stringContaining(`the mirror ${mirror.host} was left out`) },
    ]);
  });

  it('is left out where it lacks a layer', async () => {
    mirror.hold('acme/app', '1.0', { manifest: app.manifest, blobs: {} });
    const whole = await scan(...pair(), reference);
    expectWhole(whole);
    expect(whole.report.scan_run.issues).toMatchObject([
      { note: true, reason: expect.stringContaining(`the mirror ${mirror.host} was left out: it answered 404`) },
    ]);
  });

  it('is not believed where it gives other bytes than the digest names', async () => {
    reference = `${origin.host}/acme/app@${app.digest}`;
    mirror.trouble = ({ url }) => (url.includes('/manifests/') ? { body: '{"schemaVersion":2,"layers":[]}' } : undefined);
    const { report } = await scan(...pair(), reference);
    expect(report.images).toMatchObject([{ digest: app.digest }]);
    expect(origin.asked.length).toBeGreaterThan(0);
  });

  it('is the one that registries.conf names for the repository', async () => {
    mirror.hold('cache/acme/app', '1.0', app);
    const conf = `[[registry]]\nprefix = "${origin.host}/acme"\nlocation = "${origin.host}/acme"\n[[registry.mirror]]\nlocation = "${mirror.host}/cache/acme"\n`;
    writeFileSync(join(folder.path, 'registries.conf'), conf);
    expectWhole(await scan('--registry-mirror', 'registries.conf', reference));
    expect(origin.asked).toEqual([]);
  });

  it('is not asked offline, nor where the configuration blocks the registry', async () => {
    expect((await scan('--offline', ...pair(), reference)).code).toBe(2);
    writeFileSync(join(folder.path, 'registries.conf'), `[[registry]]\nlocation = "${origin.host}"\nblocked = true\n`);
    const { code, report, stdout } = await scan('--registry-mirror', 'registries.conf', reference);
    expect({ code, outcome: report.verdict.outcome }).toEqual({ code: 1, outcome: 'incomplete' });
    expect(stdout).toContain('blocks its registry');
    expect([...origin.asked, ...mirror.asked]).toEqual([]);
  });

  it.each([
    ['a file that is not there', 'not-there.conf', 1, 'not-there.conf'],
    ['a file of something else', 'other.conf', 2, 'other.conf'],
    ['no host', 'docker.io=no host at all', 2, '--registry-mirror'],
  ])('that is %s ends the scan and is named', async (_, value, expected, named) => {
    writeFileSync(join(folder.path, 'other.conf'), 'neither: this\nnor that');
    const { code, stderr } = await scan('--registry-mirror', value, reference);
    expect({ code, stderr }).toEqual({ code: expected, stderr: expect.stringContaining(named) });
    expect(origin.asked).toEqual([]);
  });
});

describe('where an image is looked for', () => {
  const places = (text: string, ...registries: ReturnType<typeof mirrorsIn>) => {
    const image = imageReference(text);
    return image && placesOf(image, registries)?.map(({ host, repository, isPlain }) => `${isPlain ? 'http ' : ''}${host}/${repository}`);
  };

  it('is docker’s mirrors for its hub alone', () => {
    const daemon = mirrorsIn('{"registry-mirrors": ["https://hub.example/", "http://plain.example:5000"]}', 'daemon.json');
    expect(places('alpine', ...daemon)).toEqual([
      'hub.example/library/alpine',
      'http plain.example:5000/library/alpine',
      'docker.io/library/alpine',
    ]);
    expect(places('ghcr.io/acme/app', ...daemon)).toEqual(['ghcr.io/acme/app']);
  });

  it('follows the longest prefix, and what a mirror is for', () => {
    const conf = `
unqualified-search-registries = ["docker.io"]
[[registry]]
prefix = "*.example.com"
[[registry.mirror]]
location = "all.mirror.example"
[[registry]]
location = "ghcr.io"
mirror-by-digest-only = true
[[registry.mirror]]
location = "digests.example"
[[registry]]
prefix = "ghcr.io/acme"
location = "inside.example/acme"
[[registry.mirror]]
location = "near.example/a"
pull-from-mirror = "tag-only"
`;
    const registries = mirrorsIn(conf, 'registries.conf');
    const digest = `sha256:${'0'.repeat(64)}`;
    expect(places('ghcr.io/other/app:1', ...registries)).toEqual(['ghcr.io/other/app']);
    expect(places(`ghcr.io/other/app@${digest}`, ...registries)).toEqual(['digests.example/other/app', 'ghcr.io/other/app']);
    expect(places('ghcr.io/acme/app:1', ...registries)).toEqual(['near.example/a/app', 'inside.example/acme/app']);
    expect(places('ghcr.io/acmeother/app:1', ...registries)).toEqual(['ghcr.io/acmeother/app']);
    expect(places('a.example.com/x:1', ...registries)).toEqual(['all.mirror.example/x', 'a.example.com/x']);
    expect(places('alpine', namedMirror('docker.io=mirror.example/hub', 'option'))).toEqual([
      'mirror.example/hub/library/alpine',
      'docker.io/library/alpine',
    ]);
  });
});
