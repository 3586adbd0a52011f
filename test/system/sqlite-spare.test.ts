import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, it } from 'vitest';
import type { DatabaseSyncModule } from '../../src/system/sqlite-drivers/database-sync.js';
import { loadSpareBinary } from '../../src/system/sqlite-drivers/spare-binary.js';
import { temporaryFolder } from '../support/feed-tree.js';
import { projectRoot } from '../support/spawn-cli.js';

const musl = existsSync('/etc/alpine-release');
const NAME = `${process.platform}-${process.arch}${musl ? '-musl' : ''}`;
const BINARY = readFileSync(
  join(
    projectRoot,
    `node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}/@photostructure+sqlite.${musl ? 'musl' : 'glibc'}.node`,
  ),
);

/** A program as npm installs it, with no more than what finds and unpacks the binary. */
function installed(bytes = BINARY): string {
  const folder = temporaryFolder();
  for (const name of ['bin', 'dist', 'native']) mkdirSync(join(folder, name));
  copyFileSync(join(projectRoot, 'bin/code-cache.cjs'), join(folder, 'bin/code-cache.cjs'));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  writeFileSync(join(folder, `native/${NAME}.node.br`), brotliCompressSync(bytes, { params }));
  const digest = createHash('sha256').update(BINARY).digest('hex');
  writeFileSync(join(folder, 'native/digests.json'), JSON.stringify({ [NAME]: digest }));
  return folder;
}

function answerOf(library: unknown): unknown {
  const db = new (library as DatabaseSyncModule).DatabaseSync(':memory:');
  const row = db.prepare('select 6 * 7 as n').get();
  db.close();
  return { ...(row as object) };
}

const unpacked = (folder: string) => readdirSync(join(folder, 'dist/code')).map((name) => join(folder, 'dist/code', name));

it('unpacks the binary once and uses it again', () => {
  const folder = installed();
  expect(answerOf(loadSpareBinary(folder))).toEqual({ n: 42 });
  const [file = ''] = unpacked(folder);
  expect(readFileSync(file).equals(BINARY)).toBe(true);
  writeFileSync(join(folder, `native/${NAME}.node.br`), 'no longer needed');
  expect(answerOf(loadSpareBinary(folder))).toEqual({ n: 42 });
  expect(unpacked(folder)).toEqual([file]);
});

it('puts the right one in the place of a file that was changed', () => {
  const folder = installed();
  const digest: string = JSON.parse(readFileSync(join(folder, 'native/digests.json'), 'utf8'))[NAME];
  mkdirSync(join(folder, 'dist/code'));
  writeFileSync(join(folder, `dist/code/photostructure-sqlite-${NAME}-${digest.slice(0, 16)}.node`), 'half of it');
  expect(answerOf(loadSpareBinary(folder))).toEqual({ n: 42 });
  expect(unpacked(folder).map((file) => readFileSync(file).equals(BINARY))).toEqual([true]);
});

it('never loads what is not what the program came with', () => {
  const folder = installed(Buffer.from('something else'));
  expect(() => loadSpareBinary(folder)).toThrow(/is damaged/);
  expect(existsSync(join(folder, 'dist/code'))).toBe(false);
});

it.skipIf(process.platform === 'win32')('leaves nothing where nothing may be kept', () => {
  const folder = installed();
  writeFileSync(join(folder, 'dist/code'), 'a file where the folder would be');
  const before = readdirSync(tmpdir()).filter((name) => existsSync(join(tmpdir(), name, 'photostructure-sqlite.node')));
  expect(answerOf(loadSpareBinary(folder))).toEqual({ n: 42 });
  expect(readdirSync(tmpdir()).filter((name) => existsSync(join(tmpdir(), name, 'photostructure-sqlite.node')))).toEqual(before);
});
