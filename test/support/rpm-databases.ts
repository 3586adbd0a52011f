import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/system/sqlite.js';

/** Facts of a package from which a header is made. */
export interface HeaderFacts {
  name: string;
  version: string;
  release: string;
  epoch?: number;
  arch?: string;
  license?: string;
  sourceRpm?: string;
  vendor?: string;
  /** `name:stream:version:context` */
  module?: string;
  provides?: string[];
  requires?: string[];
}

function textOf(tag: number, text: string | undefined): [tag: number, type: number, values: string[]][] {
  return text === undefined ? [] : [[tag, 6, [text]]];
}

/** An rpm header as databases hold it. */
export function rpmHeader(facts: HeaderFacts): Buffer {
  const entries: [tag: number, type: number, values: (string | number)[]][] = [
    [1000, 6, [facts.name]],
    [1001, 6, [facts.version]],
    [1002, 6, [facts.release]],
    ...(facts.epoch === undefined ? [] : ([[1003, 4, [facts.epoch]]] as [number, number, number[]][])),
    ...textOf(1011, facts.vendor),
    [1014, 6, [facts.license ?? 'MIT']],
    [1022, 6, [facts.arch ?? 'x86_64']],
    ...(facts.sourceRpm === undefined ? [] : ([[1044, 6, [facts.sourceRpm]]] as [number, number, string[]][])),
    [1047, 8, facts.provides ?? []],
    [1049, 8, facts.requires ?? []],
    ...textOf(5096, facts.module),
  ];
  const index: Buffer[] = [];
  const data: Buffer[] = [];
  let offset = 0;
  for (const [tag, type, values] of entries.filter(([, , list]) => list.length > 0)) {
    const padding = Buffer.alloc(type === 4 ? (4 - (offset % 4)) % 4 : 0);
    const bytes = Buffer.concat(values.map((value) => (typeof value === 'number' ? bigEndian(value) : Buffer.from(`${value}\0`))));
    index.push(Buffer.concat([tag, type, offset + padding.length, values.length].map(bigEndian)));
    data.push(padding, bytes);
    offset += padding.length + bytes.length;
  }
  return Buffer.concat([bigEndian(index.length), bigEndian(offset), ...index, ...data]);
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const PAGE = 4096;

/** A Berkeley DB hash file: its metadata, one hash page, and each header on overflow pages of its own. */
export function berkeleyDb(headers: readonly Buffer[]): Buffer {
  const overflow: Buffer[] = [];
  const items: Buffer[] = [];
  for (const [number, header] of headers.entries()) {
    const key = Buffer.alloc(5);
    key.writeUInt8(1);
    key.writeUInt32LE(number + 1, 1);
    const value = Buffer.alloc(12);
    value.writeUInt8(3);
    value.writeUInt32LE(overflow.length + 2, 4);
    value.writeUInt32LE(header.length, 8);
    items.push(key, value);
    const room = PAGE - 26;
    for (let at = 0; at < header.length; at += room) {
      const part = header.subarray(at, at + room);
      const next = at + room < header.length ? overflow.length + 3 : 0;
      overflow.push(page(overflow.length + 2, { type: 7, entries: 1, tail: part.length, next }, part));
    }
  }
  const meta = Buffer.alloc(PAGE);
  meta.writeUInt32LE(0x061561, 12);
  meta.writeUInt32LE(9, 16);
  meta.writeUInt32LE(PAGE, 20);
  meta.writeUInt8(8, 25);
  meta.writeUInt32LE(overflow.length + 1, 32);
  return Buffer.concat([meta, hashPage(items), ...overflow]);
}

function page(number: number, head: { type: number; entries: number; tail: number; next: number }, body: Buffer): Buffer {
  const bytes = Buffer.alloc(PAGE);
  bytes.writeUInt32LE(number, 8);
  bytes.writeUInt32LE(head.next, 16);
  bytes.writeUInt16LE(head.entries, 20);
  bytes.writeUInt16LE(head.tail, 22);
  bytes.writeUInt8(head.type, 25);
  body.copy(bytes, 26);
  return bytes;
}

function hashPage(items: readonly Buffer[]): Buffer {
  const bytes = page(1, { type: 13, entries: items.length, tail: 0, next: 0 }, Buffer.alloc(0));
  let end = PAGE;
  for (const [index, item] of items.entries()) {
    end -= item.length;
    item.copy(bytes, end);
    bytes.writeUInt16LE(end, 26 + index * 2);
  }
  bytes.writeUInt16LE(end, 22);
  return bytes;
}

/** An ndb file of one page of slots. */
export function ndb(headers: readonly Buffer[]): Buffer {
  const slots = Buffer.alloc(PAGE);
  slots.write('RpmP', 0);
  slots.writeUInt32LE(headers.length, 8);
  slots.writeUInt32LE(1, 12);
  for (let at = 32; at < PAGE; at += 16) slots.write('Slot', at);
  const blobs: Buffer[] = [];
  let block = PAGE / 16;
  for (const [number, header] of headers.entries()) {
    const head = Buffer.alloc(16);
    head.write('BlbS', 0);
    head.writeUInt32LE(number + 1, 4);
    head.writeUInt32LE(header.length, 12);
    const blob = Buffer.concat([head, header, Buffer.alloc(16 + ((16 - (header.length % 16)) % 16))]);
    const at = 32 + number * 16;
    slots.writeUInt32LE(number + 1, at + 4);
    slots.writeUInt32LE(block, at + 8);
    slots.writeUInt32LE(blob.length / 16, at + 12);
    blobs.push(blob);
    block += blob.length / 16;
  }
  return Buffer.concat([slots, ...blobs]);
}

/** An SQLite file with rpm's table of packages; `schema` replaces the table, for hostile files. */
export function rpmSqlite(
  headers: readonly Buffer[],
  schema = "CREATE TABLE 'Packages' (hnum INTEGER PRIMARY KEY AUTOINCREMENT, blob BLOB NOT NULL)",
): Buffer {
  const path = join(tmpdir(), `castellan-rpm-${process.pid}-${headers.length}-${schema.length}.sqlite`);
  const database = openSqlite(path);
  try {
    database.exec(schema);
    for (const header of headers) database.prepare('INSERT INTO Packages (blob) VALUES (?)').run(header);
  } finally {
    database.close();
  }
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}

/** An SQLite file that holds the first headers, and its write-ahead log, which holds the others. */
export function rpmSqliteWithLog(inFile: readonly Buffer[], inLog: readonly Buffer[]): { database: Buffer; log: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-rpm-'));
  const path = join(folder, 'rpmdb.sqlite');
  const database = openSqlite(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;');
    database.exec("CREATE TABLE 'Packages' (hnum INTEGER PRIMARY KEY AUTOINCREMENT, blob BLOB NOT NULL)");
    for (const header of inFile) database.prepare('INSERT INTO Packages (blob) VALUES (?)').run(header);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    for (const header of inLog) database.prepare('INSERT INTO Packages (blob) VALUES (?)').run(header);
    return { database: readFileSync(path), log: readFileSync(`${path}-wal`) };
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}
