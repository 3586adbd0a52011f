import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAdvisories } from '../../src/advisories/database.js';
import { openSqlite } from '../../src/system/sqlite.js';
import { sampleDatabase, temporaryFolder } from '../support/feed-tree.js';

function changed(bytes: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(value, offset);
  return copy;
}

describe('a database file that is not what it should be', () => {
  it('is named for what it is', async () => {
    const bytes = readFileSync(await sampleDatabase());
    const faults: [Buffer | undefined, string][] = [
      [undefined, 'there is no advisory database yet'],
      [Buffer.alloc(0), 'the advisory database is empty (0 bytes)'],
      [Buffer.from('{"advisories": []}'.repeat(20)), 'not an advisory database (no SQLite file)'],
      [bytes.subarray(0, 20_000), `the advisory database is cut off: 20000 of ${bytes.length} bytes`],
      [changed(bytes, 68, 0), 'not an advisory database (a SQLite file of another program)'],
      [changed(bytes, 60, 999), 'the advisory database has schema 999, this version reads schema 1'],
    ];
    for (const [content, message] of faults) {
      const path = join(temporaryFolder(), 'advisories.db');
      if (content) writeFileSync(path, content);
      expect(() => openAdvisories(path)).toThrow(
        expect.objectContaining({ kind: 'operational', where: path, message, hint: 'castellan db update' }),
      );
    }
  });

  it('is an error of the lookup when its pages are damaged, never an empty answer', async () => {
    const bytes = Buffer.from(readFileSync(await sampleDatabase()));
    bytes.fill(0xff, 8192);
    const path = join(temporaryFolder(), 'advisories.db');
    writeFileSync(path, bytes);
    expect(() => openAdvisories(path).affected('npm', 'lantern')).toThrow(
      expect.objectContaining({ kind: 'operational', message: expect.stringContaining('damaged') }),
    );
  });
});

describe('a sound database', () => {
  it('serves from a folder and file that cannot be written, and writes nothing', async () => {
    const path = await sampleDatabase();
    const before = readFileSync(path);
    chmodSync(path, 0o444);
    const source = openAdvisories(path);
    expect(source.affected('npm', 'lantern')).toHaveLength(2);
    expect(source.withdrawn(['GHSA-aaaa-bbbb-0001', 'GHSA-aaaa-bbbb-0002', 'no such id'])).toEqual(['GHSA-aaaa-bbbb-0002']);
    expect(source.affected('npm', 'no such package')).toEqual([]);
    expect(source.affected('no such ecosystem', 'lantern')).toEqual([]);
    source.close();
    source.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('keeps each advisory once, in however many ecosystems it is', async () => {
    const db = openSqlite(await sampleDatabase(), { readonly: true });
    expect(db.prepare("SELECT count(*) AS n FROM advisory WHERE id = 'GHSA-aaaa-bbbb-0003'").get()).toEqual({ n: 1 });
    expect(db.prepare("SELECT count(*) AS n FROM affected WHERE id = 'GHSA-aaaa-bbbb-0003'").get()).toEqual({ n: 2 });
    db.close();
  });
});
