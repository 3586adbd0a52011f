import { nameOfBytes } from './names.js';
import { type PaxFields, readPax } from './pax.js';
import { addStretches, checkStretches, MapInData, oldRealSize, type Stretch, stretchesOf } from './sparse.js';
import { BLOCK, brokenTar, readTarHeader, type TarHeader } from './tar-header.js';

export type TarKind = 'file' | 'folder' | 'link' | 'hard' | 'other';

/** One entry of an archive. */
export interface TarEntry {
  /** As the archive has it; see names.ts for bytes that are no UTF-8. */
  name: string;
  kind: TarKind;
  /** Bytes of a file, holes included. */
  size: number;
  mode: number;
  /** Target of a link. */
  link: string;
  /** Place of its first byte in the archive. */
  at: number;
}

/** Takes the bytes of a file; `offset` is their place in it. Holes are never given. */
export type TakeBytes = (chunk: Buffer, offset: number) => void;

export interface TarHandler {
  /** Called for each entry. Undefined: nobody wants its bytes. */
  entry(entry: TarEntry): TakeBytes | undefined;
  /** Called after the last byte of the entry. */
  done(entry: TarEntry): void;
}

const MAX_NAME = 64 * 1024;
const MAX_PAX = 1024 * 1024;
const NO_PAX: PaxFields = {};
const NOT_LONG: LongNames = {};
/** Types that have no data, whatever size they state. */
const HEADER_ONLY = '123456';
const KINDS: Readonly<Record<string, TarKind>> = {
  '1': 'hard',
  '2': 'link',
  '3': 'other',
  '4': 'other',
  '5': 'folder',
  '6': 'other',
  D: 'folder',
};

/** Names of the next entry that do not fit its header. */
interface LongNames {
  path?: Uint8Array;
  linkpath?: Uint8Array;
}

/**
 * Reads a tar archive as its bytes come, in any dialect: v7, ustar, GNU, pax, sparse files of all kinds. It keeps one header and one
 * extended header in memory. `write` throws InputError where the archive is broken; what came before stands.
 */
export class TarReader {
  /** The bytes being gathered: a header, or what extends one. */
  private gathered: Buffer = Buffer.allocUnsafe(BLOCK);
  private filled = 0;
  private readonly onHeader = (block: Buffer) => this.header(block);
  private onGathered: (bytes: Buffer) => void = this.onHeader;
  /** Bytes to pass over before the next header. */
  private padding = 0;
  private data: { entry: TarEntry; take: TakeBytes | undefined; stretches: Stretch[]; at: number; index: number } | undefined;
  private global: PaxFields = NO_PAX;
  private next: PaxFields = NO_PAX;
  private long: LongNames = NOT_LONG;
  private zeros = 0;
  private first = true;
  private ended = false;
  /** Bytes of the archive that were taken. */
  private position = 0;

  constructor(private readonly handler: TarHandler) {}

  write(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.ended; ) {
      if (this.data) at += this.takeData(chunk, at);
      else if (this.padding > 0) {
        const skipped = Math.min(this.padding, chunk.length - at);
        this.padding -= skipped;
        this.position += skipped;
        at += skipped;
      } else at += this.gather(chunk, at);
    }
  }

  /** True after the blocks that end an archive. */
  get isOver(): boolean {
    return this.ended;
  }

  /** Bytes that come next and that nobody wants: a reader of a file may seek past them, and say so with `pass`. */
  get unwanted(): number {
    const { data, padding } = this;
    if (data?.take) return 0;
    const stretches = data?.stretches.slice(data.index) ?? [];
    return stretches.reduce((sum, { length }) => sum + length, 0) - (data?.at ?? 0) + padding;
  }

  /** Passes over all that is unwanted. */
  pass(): void {
    this.position += this.unwanted;
    const done = this.data?.entry;
    this.data = undefined;
    this.padding = 0;
    if (done) this.handler.done(done);
  }

  /** To be called at the end of the stream. True: the archive ended where it should; false: it was cut. */
  end(): boolean {
    return this.ended || (this.data === undefined && this.padding === 0 && this.filled === 0 && this.gathered.length === BLOCK);
  }

  private gather(chunk: Buffer, at: number): number {
    const { gathered, filled } = this;
    const length = gathered.length;
    if (filled === 0 && length === BLOCK && chunk.length - at >= BLOCK) {
      this.position += BLOCK;
      this.onGathered(chunk.subarray(at, at + BLOCK));
      return BLOCK;
    }
    const copied = chunk.copy(gathered, filled, at, at + length - filled);
    this.filled += copied;
    this.position += copied;
    if (this.filled === length) {
      this.filled = 0;
      this.onGathered(gathered);
    }
    return copied;
  }

  private expect(length: number, then: (bytes: Buffer) => void): void {
    this.gathered = length === BLOCK && this.gathered.length === BLOCK ? this.gathered : Buffer.allocUnsafe(length);
    this.filled = 0;
    this.onGathered = then;
    if (length === 0) then(this.gathered);
  }

  private expectHeader(padding: number): void {
    this.padding = padding;
    this.expect(BLOCK, this.onHeader);
  }

  private header(block: Buffer): void {
    if (block[0] === 0 && isZero(block)) {
      this.ended = ++this.zeros === 2;
      return;
    }
    this.zeros = 0;
    const header = readTarHeader(block, this.first);
    this.first = false;
    const { type, size } = header;
    if (type === 'L' || type === 'K') this.longName(type === 'L' ? 'path' : 'linkpath', size);
    else if (type === 'x' || type === 'X' || type === 'g') this.pax(type === 'g', size);
    else this.entry(header);
  }

  private longName(field: 'path' | 'linkpath', size: number): void {
    if (size > MAX_NAME) throw brokenTar(`a name is longer than ${MAX_NAME / 1024} KiB`, 'too_large');
    this.expect(size, (bytes) => {
      const end = bytes.indexOf(0);
      this.long = { ...this.long, [field]: Buffer.from(end === -1 ? bytes : bytes.subarray(0, end)) };
      this.expectHeader(paddingOf(size));
    });
  }

  private pax(isGlobal: boolean, size: number): void {
    if (size > MAX_PAX) throw brokenTar(`a pax header is larger than ${MAX_PAX / 1024 / 1024} MiB`, 'too_large');
    this.expect(size, (bytes) => {
      if (isGlobal) this.global = readPax(bytes, this.global);
      else this.next = readPax(bytes, this.next);
      this.expectHeader(paddingOf(size));
    });
  }

  private entry(header: TarHeader): void {
    const pax = this.global === NO_PAX ? this.next : { ...this.global, ...this.next };
    const { long } = this;
    this.next = NO_PAX;
    this.long = NOT_LONG;
    const stored = HEADER_ONLY.includes(header.type) ? 0 : (pax.size ?? header.size);
    const name = nameIn(pax.sparseName ?? pax.path ?? long.path) ?? header.name;
    const link = nameIn(pax.linkpath ?? long.linkpath) ?? header.link;
    const entry: TarEntry = { name, kind: kindOf(header.type, name), size: stored, mode: header.mode, link, at: this.position };
    if (header.type === 'V' || header.type === 'M' || header.type === 'N') this.volume(header.type, stored);
    else if (header.type === 'S') this.oldSparse(header.block, entry, stored);
    else if (pax.mapInData && entry.kind === 'file') this.mapInData(entry, stored, pax.realSize ?? 0, new MapInData());
    else if (pax.map && entry.kind === 'file') this.open({ ...entry, size: pax.realSize ?? 0 }, stored, stretchesOf(pax.map));
    else this.open(entry, stored, undefined);
  }

  private volume(type: string, stored: number): void {
    if (type === 'M') throw brokenTar('it goes on from another volume');
    this.padding = stored + paddingOf(stored);
  }

  private oldSparse(block: Buffer, entry: TarEntry, stored: number): void {
    const stretches: Stretch[] = [];
    const whole = { ...entry, size: oldRealSize(block) };
    const finish = () => this.open(whole, stored, stretches);
    const extension = (bytes: Buffer): void => {
      if (!addStretches(bytes, stretches, true)) finish();
    };
    if (addStretches(block, stretches, false)) this.expect(BLOCK, extension);
    else finish();
  }

  private mapInData(entry: TarEntry, stored: number, realSize: number, map: MapInData): void {
    let left = stored;
    this.expect(BLOCK, (block) => {
      left -= BLOCK;
      if (left < 0) throw brokenTar('the map of a sparse file does not fit its data');
      const found = map.feed(block);
      if (found) this.open({ ...entry, size: realSize }, stored - found.bytes, found.stretches);
    });
  }

  private open(entry: TarEntry, stored: number, sparse: readonly Stretch[] | undefined): void {
    if (sparse) checkStretches(sparse, entry.size, stored);
    entry.at = this.position;
    const take = this.handler.entry(entry);
    const stretches = sparse?.filter(({ length }) => length > 0) ?? (stored > 0 ? [{ offset: 0, length: stored }] : []);
    this.expectHeader(paddingOf(stored));
    if (stretches.length === 0) this.handler.done(entry);
    else this.data = { entry, take, stretches, at: 0, index: 0 };
  }

  private takeData(chunk: Buffer, from: number): number {
    const { data } = this;
    const stretch = data?.stretches[data.index];
    if (!data || !stretch) return 0;
    const length = Math.min(stretch.length - data.at, chunk.length - from);
    data.take?.(chunk.subarray(from, from + length), stretch.offset + data.at);
    data.at += length;
    this.position += length;
    if (data.at === stretch.length) {
      data.at = 0;
      data.index++;
    }
    if (data.index === data.stretches.length) {
      this.data = undefined;
      this.handler.done(data.entry);
    }
    return length;
  }
}

/** An old `0` whose name ends in `/` is a folder. */
function kindOf(type: string, name: string): TarKind {
  const kind = KINDS[type] ?? 'file';
  return kind === 'file' && name.endsWith('/') ? 'folder' : kind;
}

function nameIn(bytes: Uint8Array | undefined): string | undefined {
  return bytes && nameOfBytes(bytes);
}

function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}
