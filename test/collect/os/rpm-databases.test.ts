import { describe, expect, it } from 'vitest';
import { rpm } from '../../../src/collect/os/rpm.js';
import { parseRpmHeader } from '../../../src/collect/os/rpm-header.js';
import { InputError } from '../../../src/support/errors.js';
import { outcomeOf, readFrom } from '../../support/memory-files.js';
import { berkeleyDb, ndb, rpmHeader, rpmSqlite, rpmSqliteWithLog } from '../../support/rpm-databases.js';

const BDB = 'var/lib/rpm/Packages';
const NDB = 'usr/lib/sysimage/rpm/Packages.db';
const SQLITE = 'var/lib/rpm/rpmdb.sqlite';

const small = rpmHeader({ name: 'acme', version: '1.0', release: '2', epoch: 3, sourceRpm: 'acme-src-1.0-2.src.rpm' });
const large = rpmHeader({
  name: 'kernel',
  version: '6.1',
  release: '1',
  provides: Array.from({ length: 900 }, (_, at) => `ksym(symbol_${at})`),
});

async function failure(path: string, bytes: Uint8Array): Promise<string> {
  const outcome = await outcomeOf(rpm, path, bytes);
  return outcome instanceof InputError ? outcome.message : JSON.stringify(outcome);
}

function patched(bytes: Buffer, patch: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  patch(copy);
  return copy;
}

describe('rpm databases', () => {
  it.each([
    [BDB, berkeleyDb([small, large])],
    [NDB, ndb([small, large])],
    [SQLITE, rpmSqlite([small, large])],
  ])('%s gives every package, also those longer than a page', async (path, bytes) => {
    const result = await readFrom(rpm, { [path]: bytes }, path);
    expect(result.packages).toEqual([
      {
        name: 'acme',
        version: '3:1.0-2',
        ecosystem: 'RPM',
        key: 'acme@3:1.0-2:x86_64',
        arch: 'x86_64',
        licenses: ['MIT'],
        origin: { name: 'acme-src', version: '3:1.0-2' },
      },
      { name: 'kernel', version: '6.1-1', ecosystem: 'RPM', key: 'kernel@6.1-1:x86_64', arch: 'x86_64', licenses: ['MIT'] },
    ]);
  });

  it('reads what is only in the write-ahead log', async () => {
    const { database, log } = rpmSqliteWithLog([small], [large]);
    const alone = await readFrom(rpm, { [SQLITE]: database }, SQLITE);
    expect(alone.packages.map(({ name }) => name)).toEqual(['acme']);
    const both = await readFrom(rpm, { [SQLITE]: database, [`${SQLITE}-wal`]: log }, SQLITE);
    expect(both.packages.map(({ name }) => name)).toEqual(['acme', 'kernel']);
    const other = patched(log, (copy) => copy.writeUInt8(copy.readUInt8(40) ^ 1, 40));
    const cut = await readFrom(rpm, { [SQLITE]: database, [`${SQLITE}-wal`]: other }, SQLITE);
    expect(cut.packages.map(({ name }) => name)).toEqual(['acme']);
  });

  it('keeps what it read before a broken page, and says failed', async () => {
    const outcome = await readFrom(rpm, { [BDB]: patched(berkeleyDb([small, large]), (copy) => copy.writeUInt8(5, 4096 * 4 + 25)) }, BDB);
    expect(outcome.outcome).toBe('failed');
    expect(outcome.packages.map((item) => item.name)).toEqual(['acme']);
    expect(outcome.issues).toHaveLength(1);
  });

  it('names a broken header and reads the others', async () => {
    const result = await readFrom(rpm, { [NDB]: ndb([small, Buffer.from('ffffffffffffffffffff', 'hex')]) }, NDB);
    expect(result.packages.map((item) => item.name)).toEqual(['acme']);
    expect(result.issues[0]?.reason).toContain('its counts exceed its bytes');
  });
});

describe('hostile lengths', () => {
  const bdb = berkeleyDb([small]);
  it.each<[string, (copy: Buffer) => void]>([
    ['page size', (copy) => copy.writeUInt32LE(3, 20)],
    ['says 4294967295 pages', (copy) => copy.writeUInt32LE(0xfffffffe, 32)],
    ['encrypted', (copy) => copy.writeUInt8(1, 24)],
    ['hash page with 65534 items', (copy) => copy.writeUInt16LE(65534, 4096 + 20)],
    ['item outside its page', (copy) => copy.writeUInt16LE(2, 4096 + 26)],
    ['longer than the file', (copy) => copy.writeUInt32LE(0x7fffffff, 4096 * 2 - 5 - 4)],
    ['no overflow page of its own', (copy) => copy.writeUInt32LE(2, 4096 * 2 + 16)],
  ])('in Berkeley DB: %s', async (reason, patch) => {
    expect(await failure(BDB, patched(bdb, patch))).toContain(reason);
  });

  it('does not read one chain for two items', async () => {
    const twice = patched(berkeleyDb([small, small]), (copy) => copy.writeUInt32LE(2, 4096 * 2 - 5 - 12 - 5 - 12 + 4));
    expect((await outcomeOf(rpm, BDB, twice)) as unknown).toMatchObject({ outcome: 'failed', packages: [{ name: 'acme' }] });
  });

  it.each<[string, (copy: Buffer) => void]>([
    ['version 7', (copy) => copy.writeUInt32LE(7, 4)],
    ['slots exceed', (copy) => copy.writeUInt32LE(0xffffffff, 12)],
    ['no slot', (copy) => copy.writeUInt32LE(0, 48)],
    ['leads to no blob', (copy) => copy.writeUInt32LE(0xffffffff, 40)],
    ['leads to no blob', (copy) => copy.writeUInt32LE(0xffffff, 4096 + 12)],
  ])('in ndb: %s', async (reason, patch) => {
    expect(await failure(NDB, patched(ndb([small]), patch))).toContain(reason);
  });

  it('does not count overlapping blobs of ndb twice', async () => {
    const slots = patched(ndb([large]), (copy) => {
      for (let at = 48; at < 4096; at += 16) {
        copy.writeUInt32LE(1, at + 4);
        copy.writeUInt32LE(256, at + 8);
      }
    });
    expect((await outcomeOf(rpm, NDB, slots)) as unknown).toMatchObject({
      outcome: 'failed',
      issues: [{ reason: expect.stringContaining('overlap') }],
    });
  });

  it('ends at a view that would compute for ever', async () => {
    const view =
      'CREATE VIEW Packages AS WITH RECURSIVE n(hnum) AS (SELECT 1 UNION ALL SELECT hnum + 1 FROM n) SELECT hnum, hnum AS blob FROM n';
    expect(await failure(SQLITE, rpmSqlite([], view))).toContain('without the table Packages');
  });

  it.each([
    ['shorter than its counts', Buffer.alloc(4)],
    ['counts exceed', Buffer.from('0000ffff0000ffff', 'hex')],
    ['no name or version', Buffer.from('0000000000000000', 'hex')],
    ['outside its data', patched(small, (copy) => copy.writeUInt32BE(0xffffff, 8 + 8))],
  ])('in a header: %s', (reason, bytes) => {
    expect(() => parseRpmHeader(bytes)).toThrow(reason);
  });
});
