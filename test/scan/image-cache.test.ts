import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as scan from '../../src/cli/commands/scan.js';
import { readImage } from '../../src/collect/images/collect.js';
import { digestOf } from '../../src/collect/images/sources/digests.js';
import type { FoundImage, LayerSource } from '../../src/collect/images/sources/source.js';
import { folderStore, type LayerStore, scratchStore } from '../../src/system/layer-store.js';
import { openScratchFile } from '../../src/system/scratch-file.js';
import { dockerArchive } from '../support/docker-archive.js';
import { runCommand } from '../support/run-command.js';
import { writeTar } from '../support/tar-writer.js';
import { zipOf } from '../support/zip-writer.js';

/** Of no account: in two parts, so that this file holds none. */
const TOKEN = `glpat-${'x7Kp2mQz9LwR4tYbN8cV'}`;
const base = [
  { name: 'etc/os-release', content: 'ID=alpine\nVERSION_ID=3.20.1\n' },
  { name: 'usr/lib/apk/db/installed', content: 'P:musl\nV:1.2.5-r0\nA:x86_64\n\n' },
  { name: 'lib', type: '2', link: 'usr/lib' },
];
const app = [
  { name: 'app/notes.txt', content: `token = ${TOKEN}\n` },
  { name: 'app/node_modules/left/package.json', content: '{"name":"left","version":"1.0.0"}' },
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('layers of an earlier scan', () => {
  const layers = () => join(folder, 'home/image-layers');
  const kept = () => readdirSync(layers()).filter((name) => name.endsWith('.layer'));
  const scanned = async (flags: object = {}) => {
    const all = { image: [join(folder, 'app.tar')], offline: true, vulnerabilities: false, format: ['json'], ...flags };
    const { out, code } = await runCommand(scan, [], all, folder, { SERVICE_HOME: join(folder, 'home'), SOURCE_DATE_EPOCH: '1760000000' });
    const { scan: _times, ...report } = JSON.parse(out) as Record<string, unknown>;
    return { code, report };
  };
  beforeEach(() => writeFileSync(join(folder, 'app.tar'), dockerArchive('app:1', [base, app])));

  it('give the same report, and are kept for this user only', async () => {
    const first = await scanned();
    expect(JSON.stringify(first.report)).toContain('musl');
    expect(JSON.stringify(first.report)).toContain('app/notes.txt');
    expect(kept().length).toBeGreaterThanOrEqual(2);
    expect(await scanned()).toEqual(first);
    if (process.platform === 'win32') return;
    expect(statSync(layers()).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(layers())) expect(statSync(join(layers(), name)).mode & 0o777).toBe(0o600);
  });

  it('are read anew where what is kept of them is damaged', async () => {
    const first = await scanned();
    for (const [index, name] of kept().entries()) {
      const path = join(layers(), name);
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(path, index === 0 ? bytes.subarray(0, 10) : bytes);
    }
    expect(await scanned()).toEqual(first);
  });

  it('excuse no archive whose bytes were changed', async () => {
    await scanned();
    const archive = dockerArchive('app:1', [base, app]);
    archive.write('P:musk', archive.indexOf('P:musl'));
    writeFileSync(join(folder, 'app.tar'), archive);
    const { report } = await scanned();
    expect(JSON.stringify(report)).toContain('not those that the configuration names');
  });

  it('are not kept with a wanted file that holds a secret', async () => {
    const config = { mcpServers: { files: { command: 'files', env: { GITLAB_TOKEN: TOKEN } } } };
    const agent = [{ name: 'root/.cursor/mcp.json', content: JSON.stringify(config) }];
    writeFileSync(join(folder, 'app.tar'), dockerArchive('app:1', [agent]));
    const first = await scanned();
    expect(existsSync(layers()) ? kept() : []).toEqual([]);
    expect(await scanned()).toEqual(first);
  });

  it('are not kept where nobody wants it', async () => {
    const first = await scanned({ imageCache: false });
    expect(existsSync(layers())).toBe(false);
    expect((await scanned()).report).toEqual(first.report);
  });
});

describe('a layer that images share', () => {
  const opened: string[] = [];
  const source = (name: string, isRemote: boolean): LayerSource => {
    const tar = writeTar([{ name, content: 'x' }]);
    const open = () => {
      opened.push(name);
      return [tar];
    };
    return { diffId: digestOf(tar), digest: digestOf(tar), ...(isRemote && { isRemote: true as const }), open };
  };
  const image = (name: string): FoundImage => {
    const layers = [source('etc/os-release', true), source(name, true)];
    return { name, tags: [], configDigest: '', config: {}, annotations: {}, issues: [], layers };
  };
  const read = (name: string, store: LayerStore) => {
    const access = { openScratch: openScratchFile, signal: new AbortController().signal, store };
    return readImage(image(name), access, async ({ tree }) => [...tree.walk()].map(({ path }) => path).sort());
  };
  const stores = {
    'in one scan': () => scratchStore(openScratchFile, 1e6),
    'in another scan': () => {
      const store = folderStore(join(folder, 'layers'), '1', 1e6);
      if (!store) throw new Error('no store');
      return store;
    },
  };

  it.each(Object.entries(stores))('is fetched once: %s', async (_case, open) => {
    opened.length = 0;
    const store = open();
    expect(await read('a', store)).toEqual(['a', 'etc', 'etc/os-release']);
    expect(await read('b', store)).toEqual(['b', 'etc', 'etc/os-release']);
    store.close();
    expect(opened).toEqual(['etc/os-release', 'a', 'b']);
  });
});

describe('a layer of a file that was checked before', () => {
  const tar = writeTar([{ name: 'etc/os-release', content: 'ID=alpine\n' }]);
  let opened = 0;
  /** @param states What the file says of itself, one answer after the other; the last one stays. */
  const read = async (...states: (string | undefined)[]) => {
    const layer: LayerSource = {
      diffId: digestOf(tar),
      open: () => {
        opened++;
        return [tar];
      },
      state: async () => (states.length > 1 ? states.shift() : states[0]),
    };
    const image: FoundImage = { name: 'a', tags: [], configDigest: '', config: {}, annotations: {}, issues: [], layers: [layer] };
    const store = folderStore(join(folder, 'layers'), '1', 1e6);
    if (!store) throw new Error('no store');
    opened = 0;
    const access = { openScratch: openScratchFile, signal: new AbortController().signal, store };
    return readImage(image, access, async ({ outcome }) => ({ outcome, opened }));
  };

  it.each<[string, (string | undefined)[], (string | undefined)[], number]>([
    ['is not read where nobody wrote to the file', ['a'], ['a'], 0],
    ['is checked where somebody wrote to it', ['a'], ['b'], 1],
    ['is checked where somebody wrote to it while it was read', ['a', 'b'], ['a'], 1],
    ['is checked where nobody can tell', [undefined], [undefined], 1],
  ])('%s', async (_case, first, then, times) => {
    expect(await read(...first)).toEqual({ outcome: 'scanned', opened: 1 });
    expect(await read(...then)).toEqual({ outcome: 'scanned', opened: times });
  });

  it('is known at several places', async () => {
    for (const state of ['a', 'b', 'a', 'b']) await read(state);
    expect(await read('a')).toEqual({ outcome: 'scanned', opened: 0 });
    expect(await read('b')).toEqual({ outcome: 'scanned', opened: 0 });
  });
});

describe('a large file of a layer', () => {
  // A jar is read by its end, so it is kept as a whole.
  const jar = zipOf([
    { name: 'META-INF/maven/g/a/pom.properties', bytes: Buffer.from('groupId=g\nartifactId=a\nversion=1.0\n') },
    { name: 'x.bin', bytes: randomBytes(1.5 * 2 ** 20) },
  ]);
  const tar = writeTar([{ name: 'app/a-1.0.jar', content: jar }]);
  const store = () => folderStore(join(folder, 'layers'), '1', 1e8);
  const read = async () => {
    const layer: LayerSource = { diffId: digestOf(tar), isRemote: true, open: () => [tar] };
    const image: FoundImage = { name: 'a', tags: [], configDigest: '', config: {}, annotations: {}, issues: [], layers: [layer] };
    const kept = store();
    const access = { openScratch: openScratchFile, signal: new AbortController().signal, ...(kept && { store: kept }) };
    return readImage(image, access, async ({ installed, tree }) => ({
      packages: installed.flatMap(({ packages }) => packages.map(({ name, version }) => `${name} ${version}`)),
      isSame: jar.equals(tree.file('app/a-1.0.jar')?.bytes() ?? Buffer.alloc(0)),
    }));
  };
  const kept = () => readdirSync(join(folder, 'layers')).map((name) => join(folder, 'layers', name));

  it('is there in a second scan, which remembers what was read of it', async () => {
    expect(await read()).toEqual({ packages: ['g:a 1.0'], isSame: true });
    expect(await read()).toEqual({ packages: ['g:a 1.0'], isSame: true });
  });

  it('is read anew where it is gone, and never taken for whole where it is damaged', async () => {
    const first = await read();
    const large = kept().find((path) => statSync(path).size > 2 ** 20) ?? '';
    const bytes = readFileSync(large);
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    writeFileSync(large, bytes);
    await expect(read()).rejects.toThrow('the next scan reads it anew');
    expect(await read()).toEqual(first);
  });
});

describe('the folder with layers', () => {
  const store = (version = '1') => folderStore(folder, version, 1000);
  const write = (name: string, size: number) => store()?.write(name, size, [Buffer.alloc(size)]);
  const holds = (name: string, version?: string) => {
    const found = store(version)?.open(name);
    found?.close();
    return found !== undefined;
  };

  it('drops what was not used longest above its bound', () => {
    write('a', 300);
    write('b', 300);
    for (const file of readdirSync(folder)) utimesSync(join(folder, file), 1000, 1000);
    expect(holds('a')).toBe(true);
    write('c', 400);
    expect(['a', 'b', 'c'].map((name) => holds(name))).toEqual([true, false, true]);
  });

  it('takes nothing that would fill it, and believes no other version', () => {
    write('large', 600);
    write('small', 10);
    expect(holds('large')).toBe(false);
    expect(holds('small')).toBe(true);
    expect(holds('small', '2')).toBe(false);
  });

  it('is not used where it cannot be made', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(folderStore(join(folder, 'file'), '1', 1000)).toBeUndefined();
  });
});
