/**
 * Packs fixtures/feeds-src into fixtures/feeds, laid out as the publishers' feeds are:
 *
 *   npx tsx scripts/build-sample-feed.ts
 *
 * The result depends on the sources alone: members are stored, not deflated (zlib versions differ), in the order of their ids,
 * and bear the time their record was modified.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
const sources = join(fixtures, 'feeds-src');

/** One record as its archive holds it. */
interface Member {
  id: string;
  /** RFC 3339 */
  modified: string;
  bytes: Buffer;
}

/** Every file of the sample feed by its path below `fixtures/feeds`, with `/`. */
export function sampleFeed(): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const buckets = readdirSync(join(sources, 'osv')).sort();
  for (const bucket of buckets) {
    const members = membersOf(bucket);
    files.set(`osv/${bucket}/all.zip`, zip(members));
    files.set(`osv/${bucket}/modified_id.csv`, Buffer.from(indexOf(members)));
  }
  files.set('osv/ecosystems.txt', Buffer.from(`${buckets.join('\n')}\n`));
  files.set('kev/known_exploited_vulnerabilities.json', readFileSync(join(sources, 'kev.json')));
  files.set('epss/epss_scores-current.csv.gz', gzip(readFileSync(join(sources, 'epss.csv'))));
  return files;
}

function membersOf(bucket: string): Member[] {
  const folder = join(sources, 'osv', bucket);
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name));
      const { id, modified } = JSON.parse(bytes.toString('utf8'));
      if (`${id}.json` !== name || !Number.isFinite(Date.parse(modified))) throw new Error(`${bucket}/${name}: wrong id or time`);
      return { id, modified, bytes };
    });
}

/** `modified,id`, newest first, then by id. */
function indexOf(members: readonly Member[]): string {
  const sorted = [...members].sort((a, b) => (a.modified === b.modified ? (a.id < b.id ? -1 : 1) : a.modified < b.modified ? 1 : -1));
  return sorted.map(({ id, modified }) => `${modified},${id}\n`).join('');
}

/** Local headers with their data, the directory, the end record (APPNOTE 4.3). */
function zip(members: readonly Member[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { id, modified, bytes } of members) {
    const name = Buffer.from(`${id}.json`);
    const header = [u16(20, 0x800, 0), dosTime(modified), u32(crc32(bytes), bytes.length, bytes.length), u16(name.length, 0)];
    const local = Buffer.concat([u32(0x04034b50), ...header, name, bytes]);
    directory.push(Buffer.concat([u32(0x02014b50), u16(20), ...header, u16(0, 0, 0), u32(0, offset), name]));
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = [u32(0x06054b50), u16(0, 0, members.length, members.length), u32(size, offset), u16(0)];
  return Buffer.concat([...parts, ...directory, ...end]);
}

/** Time, then date, as MS-DOS has them (APPNOTE 4.4.6). */
function dosTime(text: string): Buffer {
  const time = new Date(text);
  const seconds = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return u16(seconds, ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate());
}

/** One stored block (RFC 1951, 3.2.4) in a gzip member of no time and unknown system (RFC 1952). */
function gzip(bytes: Buffer): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 1]);
  return Buffer.concat([header, u16(bytes.length, ~bytes.length & 0xffff), bytes, u32(crc32(bytes), bytes.length)]);
}

function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, 2 * index);
  return buffer;
}

function u32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value, 4 * index);
  return buffer;
}

function write(): void {
  const target = join(fixtures, 'feeds');
  rmSync(target, { recursive: true, force: true });
  for (const [path, bytes] of sampleFeed()) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), bytes);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) write();
