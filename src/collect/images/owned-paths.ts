import { createHash } from 'node:crypto';
import { readChunks } from '../models/contract/source.js';
import type { ImageFile, ImageTree } from './contract/image-tree.js';
import type { OwnedPath } from './contract/installed-reader.js';

/** The package of the system that a file belongs to. */
export interface Owner {
  /** Name of the package. */
  by: string;
  /** False: the file is no longer the one that the package brought. Absent: the package does not say. */
  isUnchanged?: boolean;
}

const ALGORITHMS: readonly string[] = ['', 'md5', 'sha1', 'sha256'];
/** Numbers of one entry: two of the path's hash, the owner with its digest's algorithm, the first bytes of the digest. */
const WIDTH = 4;

/**
 * The files that packages of the system own, by their real paths. Images have some hundred thousand of them, so only hashes are kept:
 * 32 bytes for each.
 */
export class OwnedPaths {
  private table = new Uint32Array(WIDTH * 1024);
  private count = 0;
  private readonly owners: string[] = [];
  private lastFolder = '';
  private lastReal = '';

  constructor(private readonly tree: ImageTree) {}

  get size(): number {
    return this.count;
  }

  addAll(paths: Iterable<OwnedPath>): void {
    for (const path of paths) this.add(path);
  }

  /** The owner of a file of the image. */
  ownerOf(file: Pick<ImageFile, 'path' | 'content'>): Owner | undefined {
    const { first, second } = hashOf(this.realPath(file.path));
    const at = this.slot(this.table, first, second);
    const packed = this.table[at + 2] ?? 0;
    if (packed === 0) return undefined;
    const by = this.owners[Math.floor((packed - 1) / ALGORITHMS.length)] ?? '';
    const algorithm = ALGORITHMS[(packed - 1) % ALGORITHMS.length];
    if (!algorithm) return { by };
    const hash = createHash(algorithm);
    for (const chunk of readChunks(file.content())) hash.update(chunk);
    return { by, isUnchanged: hash.digest().readUInt32BE() === this.table[at + 3] };
  }

  /** True for a path at which a package has a file, whatever is there now. */
  lists(path: string): boolean {
    const { first, second } = hashOf(this.realPath(path));
    return this.table[this.slot(this.table, first, second) + 2] !== 0;
  }

  private add({ path, by, digest }: OwnedPath): void {
    if (this.owners.at(-1) !== by) this.owners.push(by);
    if ((this.count + 1) * 2 * WIDTH > this.table.length) this.grow();
    const { first, second } = hashOf(this.realPath(path));
    const at = this.slot(this.table, first, second);
    const [name = '', hex = ''] = (digest ?? '').split(':');
    const algorithm = Math.max(0, ALGORITHMS.indexOf(name));
    const isNew = this.table[at + 2] === 0;
    // Lists name a file once with its digest and once without.
    if (!isNew && algorithm === 0) return;
    this.table[at] = first;
    this.table[at + 1] = second;
    this.table[at + 2] = (this.owners.length - 1) * ALGORITHMS.length + algorithm + 1;
    this.table[at + 3] = Number.parseInt(hex.slice(0, 8) || '0', 16);
    if (isNew) this.count++;
  }

  /** Links are resolved in the folder; lists go folder by folder, so the last one is remembered. */
  private realPath(path: string): string {
    const slash = path.lastIndexOf('/');
    if (slash === -1) return path;
    const folder = path.slice(0, slash);
    if (folder !== this.lastFolder) {
      this.lastFolder = folder;
      this.lastReal = this.tree.real(folder);
    }
    return `${this.lastReal}${path.slice(slash)}`;
  }

  /** Where the entry of a hash is, or would be. At most half of the table is taken, so there is an end. */
  private slot(table: Uint32Array, first: number, second: number): number {
    const entries = table.length / WIDTH;
    for (let index = first % entries; ; index = (index + 1) % entries) {
      const at = index * WIDTH;
      if (table[at + 2] === 0 || (table[at] === first && table[at + 1] === second)) return at;
    }
  }

  private grow(): void {
    const larger = new Uint32Array(this.table.length * 2);
    for (let at = 0; at < this.table.length; at += WIDTH) {
      const entry = this.table.subarray(at, at + WIDTH);
      const [first = 0, second = 0, packed] = entry;
      if (packed !== 0) larger.set(entry, this.slot(larger, first, second));
    }
    this.table = larger;
  }
}

/** Two hashes of 32 bits: paths of one image that collide in both do not happen by chance. */
function hashOf(text: string): { first: number; second: number } {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
    second ^= second >>> 15;
  }
  first ^= first >>> 16;
  return { first: first >>> 0, second: second >>> 0 };
}
