import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { programPath } from '../../test/support/spawn-cli.js';
import { type TarMember, writeTar } from '../../test/support/tar-writer.js';
import { elapsed, type Measure, peakMemory } from './measure.js';

const MB = 1e6;
const LAYER = 100 * MB;
const PIECE = 4 * MB;
const LIBRARY = 2 * MB;
/** Bytes of the two blocks that end an archive. */
const END = 1024;
const FILES = 1e6;
const FILES_OF_FOLDER = 1000;
/** MB of uncompressed layers a second, at least. */
const AIM = 150;

/**
 * Whole scans of images of an OCI layout with gzip layers. The floor is what zlib alone takes for the same layers.
 *
 * @param large MB of one more image with a single file.
 */
export async function measureImage(large: number | undefined): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  try {
    return [...(await ordinary(folder)), manyFiles(folder), ...(large === undefined ? [] : oneFile(folder, large))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Programs and packages; then the same with another top layer. */
async function ordinary(folder: string): Promise<Measure[]> {
  const layout = new Layout(join(folder, 'app'));
  const files = packages();
  const layers = [programs(), files, files, files, files, files].map((from) => layout.layer(tarOf(from)));
  layout.finish(layers);
  const plain = layers.reduce((sum, { size }) => sum + size, 0) / MB;
  const started = performance.now();
  for (const { path } of layers) await inflated(path);
  const floor = performance.now() - started;
  const first = elapsed(scan(folder, layout.folder, 'first'));
  const again = elapsed(scan(folder, layout.folder, 'again', '--no-image-cache'));
  const bare = elapsed(scan(folder, layout.folder, 'bare', '--no-image-cache', '--no-secrets'));
  layout.finish([...layers.slice(0, -1), layout.layer([writeTar([member('srv/app/new.js', 'export {};\n')])])]);
  const second = elapsed(scan(folder, layout.folder, 'first'));
  const rate = (ms: number) => (plain * 1000) / ms;
  const named = `${plain.toFixed(0)} MB`;
  return [
    { name: `floor: zlib alone (${named})`, value: rate(floor), unit: 'MB/s' },
    { name: `scan without secrets (class to reach: ${AIM})`, value: rate(bare), unit: 'MB/s' },
    { name: 'scan with secrets, nothing kept', value: rate(again), unit: 'MB/s' },
    { name: 'scan with secrets, layers kept', value: rate(first), unit: 'MB/s' },
    { name: 'second scan, other top layer', value: (100 * second) / first, unit: '% of the first', aim: 10 },
    { name: `peak memory (${named})`, value: peakMemory(scan(folder, layout.folder, 'memory')), unit: 'MB', aim: 200 },
  ];
}

/** So many small files that nobody keeps. */
function manyFiles(folder: string): Measure {
  const layout = new Layout(join(folder, 'many'));
  layout.finish([layout.layer(smallFiles())]);
  const run = scan(folder, layout.folder, 'memory');
  return { name: `peak memory (${FILES / MB} million files)`, value: peakMemory(run), unit: 'MB', aim: 200 };
}

function* smallFiles(): Generator<Buffer> {
  for (let from = 0; from < FILES; from += FILES_OF_FOLDER) {
    const files = Array.from({ length: FILES_OF_FOLDER }, (_file, at) => member(`srv/data/folder-${from}/entry-${from + at}.dat`, 'abc\n'));
    const tar = writeTar(files);
    yield from + FILES_OF_FOLDER < FILES ? tar.subarray(0, -END) : tar;
  }
}

/** One file of `size` MB. */
function oneFile(folder: string, size: number): Measure[] {
  const layout = new Layout(join(folder, 'large'));
  const piece = randomBytes(8 * MB);
  const header = writeTar([{ name: 'srv/weights.bin' }]).subarray(0, 512);
  // A size of more than 8 GiB would not fit into eleven octal digits; this one does.
  header.write(`${(size * MB).toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  const packed = { plain: piece, stored: gzipSync(piece, { level: 1 }) };
  const pieces = Array.from({ length: (size * MB) / piece.length }, () => packed);
  layout.finish([layout.layer([header, ...pieces])]);
  const run = scan(folder, layout.folder, 'memory');
  return [{ name: `peak memory (${size} MB)`, value: peakMemory(run), unit: 'MB', aim: 200 }];
}

function scan(folder: string, image: string, home: string, ...more: string[]) {
  const args = [programPath, 'scan', '--image', image, '--offline', '--no-vulnerabilities', '--format', 'badge', ...more];
  return { args, env: { SERVICE_HOME: join(folder, home) } };
}

/** The archive of one layer, piece by piece. */
function* tarOf(files: Iterator<TarMember>): Generator<Buffer> {
  for (let left = LAYER; left > 0; ) {
    const members: TarMember[] = [];
    let size = 0;
    while (size < PIECE) {
      const next = files.next();
      if (next.done) break;
      members.push(next.value);
      size += next.value.content?.length ?? 0;
    }
    left = size === 0 ? 0 : left - size;
    const tar = writeTar(members);
    yield left > 0 ? tar.subarray(0, -END) : tar;
  }
}

/** The program that runs this, in parts as libraries are. */
function* programs(): Generator<TarMember> {
  const bytes = readFileSync(process.execPath);
  for (let at = 0; at < bytes.length; at += LIBRARY) yield member(`usr/lib/lib${at / LIBRARY}.so`, bytes.subarray(at, at + LIBRARY));
}

/** What this project is developed with, as an image of an application has its packages. */
function* packages(folder = 'node_modules'): Generator<TarMember> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* packages(path);
    else if (entry.isFile()) yield member(`srv/app/${path}`, readFileSync(path));
  }
}

function member(name: string, content: string | Uint8Array) {
  return { name, content };
}

async function inflated(path: string): Promise<void> {
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), createGunzip({ chunkSize: 2 ** 18 }), async (chunks) => {
    for await (const _chunk of chunks);
  });
}

interface WrittenLayer {
  path: string;
  digest: string;
  diffId: string;
  stored: number;
  /** Bytes uncompressed. */
  size: number;
}

/** Writes an OCI layout piece by piece; each piece of a layer is a gzip member of its own. */
class Layout {
  private readonly blobs: string;
  private count = 0;

  constructor(readonly folder: string) {
    this.blobs = join(folder, 'blobs/sha256');
    mkdirSync(this.blobs, { recursive: true });
    writeFileSync(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  }

  layer(pieces: Iterable<Buffer | { plain: Buffer; stored: Buffer }>): WrittenLayer {
    const part = join(this.folder, `part-${this.count++}`);
    const fd = openSync(part, 'w');
    const [digest, diffId] = [createHash('sha256'), createHash('sha256')];
    const layer = { path: '', digest: '', diffId: '', stored: 0, size: 0 };
    for (const piece of pieces) {
      const { plain, stored } = Buffer.isBuffer(piece) ? { plain: piece, stored: gzipSync(piece, { level: 1 }) } : piece;
      diffId.update(plain);
      digest.update(stored);
      layer.size += plain.length;
      layer.stored += writeSync(fd, stored);
    }
    closeSync(fd);
    const hex = digest.digest('hex');
    const path = join(this.blobs, hex);
    rmSync(path, { force: true });
    renameSync(part, path);
    return { ...layer, path, digest: `sha256:${hex}`, diffId: `sha256:${diffId.digest('hex')}` };
  }

  finish(layers: readonly WrittenLayer[]): void {
    const type = 'application/vnd.oci.image';
    const config = this.json({
      os: 'linux',
      architecture: 'amd64',
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    });
    const manifest = this.json({
      schemaVersion: 2,
      config: { mediaType: `${type}.config.v1+json`, ...config },
      layers: layers.map(({ digest, stored }) => ({ mediaType: `${type}.layer.v1.tar+gzip`, digest, size: stored })),
    });
    const index = { schemaVersion: 2, manifests: [{ mediaType: `${type}.manifest.v1+json`, ...manifest }] };
    writeFileSync(join(this.folder, 'index.json'), JSON.stringify(index));
  }

  private json(value: unknown): { digest: string; size: number } {
    const bytes = Buffer.from(JSON.stringify(value));
    const hex = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(this.blobs, hex), bytes);
    return { digest: `sha256:${hex}`, size: bytes.length };
  }
}
