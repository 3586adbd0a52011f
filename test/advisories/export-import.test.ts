import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportDatabase, importDatabase } from '../../src/advisories/archive.js';
import { openAdvisories } from '../../src/advisories/database.js';
import { updateDatabase } from '../../src/advisories/update.js';
import { updateFrom } from '../../src/advisories/update-from.js';
import { FeedTree, sampleDatabase, sampleRecords, temporaryFolder, updateOptions } from '../support/feed-tree.js';
import { zipOf } from '../support/zip-writer.js';

const { signal } = new AbortController();

async function exported(): Promise<{ database: Buffer; file: string }> {
  const path = await sampleDatabase();
  const file = join(temporaryFolder(), 'advisories.castellan');
  await exportDatabase(path, file, signal);
  return { database: readFileSync(path), file };
}

describe('an exported database', () => {
  it('comes back byte for byte on another machine', async () => {
    const { database, file } = await exported();
    const target = join(temporaryFolder(), 'somewhere', 'else', 'advisories.db');
    const { feeds } = await importDatabase(file, target, signal);
    expect(readFileSync(target).equals(database)).toBe(true);
    expect(feeds.length).toBeGreaterThan(0);
  });

  it('says why it cannot be written where a file stands in place of the folder', async () => {
    const database = await sampleDatabase();
    const file = join(database, 'advisories.castellan');
    await expect(exportDatabase(database, file, signal)).rejects.toMatchObject({ kind: 'operational' });
  });

  it('is the same file for the same database', async () => {
    const path = await sampleDatabase();
    const [one, two] = [join(temporaryFolder(), 'one'), join(temporaryFolder(), 'two')];
    await exportDatabase(path, one, signal);
    await exportDatabase(path, two, signal);
    expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40), 'damaged or cut off'],
    [
      'changed by one bit',
      (bytes: Buffer) =>
        Buffer.from(
          bytes.toString('latin1').replace(/"sha256":"./, (text) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')),
          'latin1',
        ),
      'checksum',
    ],
    [
      'bigger than announced',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(/"size":\d+/, '"size":10'), 'latin1'),
      'more than it announces',
    ],
    [
      'of another schema',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('"schema":1', '"schema":7'), 'latin1'),
      'schema 7',
    ],
    ['something else', () => Buffer.from('hello'), 'not an exported advisory database'],
  ])('is refused when it is %s, and the present database stays', async (_what, damage, reason) => {
    const { file } = await exported();
    const target = await sampleDatabase();
    const before = readFileSync(target);
    writeFileSync(file, damage(readFileSync(file)));
    await expect(importDatabase(file, target, signal)).rejects.toThrow(reason);
    expect(readFileSync(target).equals(before)).toBe(true);
  });
});

describe('db update --from', () => {
  it('takes an exported database', async () => {
    const { database, file } = await exported();
    const { sources: _sources, ...options } = updateOptions('');
    await expect(updateFrom(file, options)).resolves.toMatchObject({ kind: 'import' });
    expect(readFileSync(options.dbPath).equals(database)).toBe(true);
  });

  it('takes a tree as a folder or a file:// address', async () => {
    const tree = new FeedTree();
    const { sources: _sources, ...options } = updateOptions('');
    for (const from of [tree.path, `file://${tree.path}`]) {
      await expect(updateFrom(from, options)).resolves.toMatchObject({ kind: 'update', summary: { received: 0 } });
    }
  });

  it('takes a zip archive, and only the ecosystem that all its records share', async () => {
    const tree = new FeedTree();
    const options = updateOptions(tree.path);
    await updateDatabase(options);
    const file = join(temporaryFolder(), 'npm.zip');
    writeFileSync(
      file,
      zipOf(
        sampleRecords('npm')
          .slice(0, 3)
          .map((record) => ({ name: `${record.id}.json`, bytes: Buffer.from(JSON.stringify(record)) })),
      ),
    );
    const result = await updateFrom(file, options);
    expect(result).toMatchObject({ kind: 'update', summary: { feeds: [{ ecosystem: 'npm', records: 3 }] } });
    const source = openAdvisories(options.dbPath);
    expect(source.affected('npm', 'lanterns')).toEqual([]);
    expect(source.affected('PyPI', 'beacon-py')).toHaveLength(1);
    source.close();
  });

  it('says what it does not take', async () => {
    const { sources: _sources, ...options } = updateOptions('');
    const file = join(temporaryFolder(), 'notes.txt');
    writeFileSync(file, 'some text');
    await expect(updateFrom(file, options)).rejects.toThrow('neither a folder of feeds');
    await expect(updateFrom(`${file}.gone`, options)).rejects.toThrow('no such file or folder');
    await expect(updateFrom('ftp://example.org/feeds', options)).rejects.toThrow('ftp:// is no source of feeds');
  });
});
