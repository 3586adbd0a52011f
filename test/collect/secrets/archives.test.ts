import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bufferSource } from '../../../src/collect/models/contract/source.js';
import { ArchiveTexts } from '../../../src/collect/secrets/archives.js';
import { SecretCollector } from '../../../src/collect/secrets/collect.js';
import { Turns } from '../../../src/support/turns.js';
import { diskFiles } from '../../../src/system/files.js';
import { Dice, madeSecret, shapeNamed } from '../../support/made-secrets.js';
import { writeTar } from '../../support/tar-writer.js';
import { zipOf } from '../../support/zip-writer.js';

const token = madeSecret(shapeNamed('github-pat'), new Dice(5));
const config = `# the gate\nGH_TOKEN=${token}\n`;
const MIB = 2 ** 20;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-archives-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function zip(members: Record<string, string | Buffer>): Buffer {
  return zipOf(Object.entries(members).map(([name, content]) => ({ name, bytes: Buffer.from(content) })));
}

async function search(files: Record<string, string | Buffer>, archives = true) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const walked = Object.keys(files).map((path) => ({ path, absolute: join(folder, path) }));
  const collector = new SecretCollector(diskFiles, { absolute: folder, prefix: 'app/' }, { turns: new Turns(), archives });
  for (const file of walked) await collector.take(file);
  const found = collector.finish();
  return {
    places: found.secrets.map(({ rule, path, line }) => `${rule} ${path}:${line}`),
    outcomes: found.collectors.filter(({ target }) => target !== 'app/').map(({ target, outcome }) => `${target} ${outcome}`),
    reasons: found.issues.map(({ kind, reason }) => `${kind}: ${reason}`),
    searched: found.searched,
  };
}

describe('secrets in archives', () => {
  it('are found in archives in archives, and named by the way to them', async () => {
    const jar = zip({ 'BOOT-INF/classes/app.env': config, 'BOOT-INF/classes/A.class': token });
    const { places, reasons, searched } = await search({
      'lib/app.zip': zip({ 'conf/app.env': config, 'app.jar': jar, 'conf/': '' }),
      'build.tgz': gzipSync(
        writeTar([
          { name: './srv/app.env', content: config },
          { name: 'inner.zip', content: zip({ 'a.env': config }) },
        ]),
      ),
      'plain.tar': writeTar([
        { name: 'a.env', content: config },
        { name: 'link', type: '2', link: 'a.env' },
      ]),
      'app.env.gz': gzipSync(config),
    });
    expect(reasons).toEqual([]);
    expect(places).toEqual([
      'secret-github-pat app/lib/app.zip!conf/app.env:2',
      'secret-github-pat app/lib/app.zip!app.jar!BOOT-INF/classes/app.env:2',
      'secret-github-pat app/build.tgz!srv/app.env:2',
      'secret-github-pat app/build.tgz!inner.zip!a.env:2',
      'secret-github-pat app/plain.tar!a.env:2',
      'secret-github-pat app/app.env.gz!app.env:2',
    ]);
    expect(searched).toBe(6);
  });

  it('are not looked for unless somebody asks', async () => {
    expect(await search({ 'app.zip': zip({ 'app.env': config }) }, false)).toMatchObject({ places: [], outcomes: [] });
  });

  it('follow the folders in the archive: vendored code and examples count less', async () => {
    const password = 'db_password = "Tulip-otter-42!k3Jd9"\n';
    const { places } = await search({ 'a.zip': zip({ 'node_modules/x/settings.py': password, 'app/settings.py': password }) });
    expect(places).toEqual(['secret-generic-password app/a.zip!app/settings.py:1']);
  });

  it.each<[string, string, Buffer, RegExp]>([
    ['a file that grows', 'a.zip', zip({ 'zeros.txt': Buffer.alloc(11 * MIB), 'app.env': config }), /^too_large: zeros\.txt: .*zeros\.txt/],
    [
      'a large file of a tar',
      'a.tar',
      writeTar([
        { name: 'zeros.txt', content: Buffer.alloc(11 * MIB) },
        { name: 'app.env', content: config },
      ]),
      /^too_large: zeros\.txt: larger than 10 MiB/,
    ],
    ['another way of compression in it', 'a.zip', zip({ 'inner.7z': '7z', 'app.env': config }), /^unsupported_format: inner\.7z: /],
    ['a damaged archive in it', 'a.zip', zip({ 'inner.zip': 'PK damaged', 'app.env': config }), /^archive: inner\.zip: /],
  ])('%s is named, and the rest is searched', async (_what, name, bytes, reason) => {
    const { places, outcomes, reasons } = await search({ [name]: bytes });
    expect(places).toEqual([`secret-github-pat app/${name}!app.env:2`]);
    expect(reasons).toEqual([expect.stringMatching(reason)]);
    expect(outcomes).toHaveLength(1);
  });

  it.each<[string, Buffer]>([
    ['cut.tgz', gzipSync(writeTar([{ name: 'a.env', content: config.repeat(2000) }])).subarray(0, 90)],
    ['text.zip', Buffer.from('no archive')],
    ['old.tar.bz2', Buffer.from('BZh91AY&SY')],
  ])('%s cannot be read, which makes the scan incomplete', async (name, bytes) => {
    const { outcomes, reasons } = await search({ [name]: bytes });
    expect(outcomes).toEqual([expect.stringMatching(`^app/${name} (?:truncated|unsupported)$`)]);
    expect(reasons).toHaveLength(1);
  });

  it('an archive that holds itself over and over ends', async () => {
    let bytes = zip({ 'app.env': config });
    for (let depth = 0; depth < 8; depth++) bytes = zip({ 'a.zip': bytes });
    const { places, reasons } = await search({ 'a.zip': bytes });
    expect(places).toEqual([]);
    expect(reasons).toEqual([expect.stringContaining('too_deep')]);
  });

  it('a bomb of many small archives ends at the ceiling of what is unpacked', async () => {
    const inner = gzipSync(Buffer.alloc(MIB));
    const bomb = zip(Object.fromEntries(Array.from({ length: 9 }, (_one, index) => [`${index}.txt.gz`, inner])));
    const looked: string[] = [];
    const texts = new ArchiveTexts((_bytes, way) => void looked.push(way), new Turns(), 3 * MIB);
    await texts.read(bufferSource(bomb), 'bomb.zip');
    expect(looked).toEqual(['0.txt.gz!0.txt', '1.txt.gz!1.txt']);
    expect(texts.issues).toEqual([{ kind: 'too_large', reason: 'larger than what is unpacked of one archive' }]);
  });
});
