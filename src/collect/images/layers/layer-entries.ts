import type { TarKind } from '../../archives/tar-reader.js';

/** One entry of a layer, as the archive has it. */
export interface LayerEntry {
  kind: TarKind;
  /** The archive's own name; see names.ts for bytes that are no UTF-8. */
  name: string;
  size: number;
  mode: number;
  /** Of links: the target as written. */
  link: string;
  /** Index among the layer's kept contents; -1 without one. */
  content: number;
}

const KINDS: readonly TarKind[] = ['file', 'folder', 'link', 'hard', 'other'];
const KIND = 7;
const HAS_CONTENT = 8;
const HAS_LINK = 16;
const BLOCK = 256 * 1024;
/** Kind and flags, and six numbers. */
const FIXED = 1 + 6 * 8;

/**
 * The entries of a layer in few bytes, so that millions of them cost little memory: a name begins where it differs from the one before, and
 * numbers take seven bits a byte.
 */
export class LayerEntries {
  private readonly full: Buffer[] = [];
  private block: Buffer;
  private used = 0;
  private last = '';
  count: number;

  /** @param kept Entries as `encoded` gave them, with their number. */
  constructor(kept?: { bytes: Buffer; count: number }) {
    if (kept) this.full.push(kept.bytes);
    this.block = kept ? Buffer.alloc(0) : Buffer.allocUnsafeSlow(BLOCK);
    this.count = kept?.count ?? 0;
  }

  add({ kind, name, size, mode, link, content }: LayerEntry): void {
    const shared = sharedLength(this.last, name);
    this.last = name;
    this.reserve(FIXED + 3 * (name.length - shared + link.length));
    this.block[this.used++] = KINDS.indexOf(kind) | (content === -1 ? 0 : HAS_CONTENT) | (link === '' ? 0 : HAS_LINK);
    this.number(mode);
    this.number(size);
    this.number(shared);
    this.text(name.slice(shared));
    if (content !== -1) this.number(content);
    if (link !== '') this.text(link);
    this.count++;
  }

  encoded(): readonly Buffer[] {
    return [...this.full, this.block.subarray(0, this.used)];
  }

  *[Symbol.iterator](): Generator<LayerEntry> {
    let name = '';
    for (const bytes of this.encoded()) {
      const reader = new Reader(bytes);
      while (reader.at < bytes.length) {
        const flags = bytes[reader.at++] ?? 0;
        const mode = reader.number();
        const size = reader.number();
        name = name.slice(0, reader.number()) + reader.text();
        const content = (flags & HAS_CONTENT) === 0 ? -1 : reader.number();
        const link = (flags & HAS_LINK) === 0 ? '' : reader.text();
        yield { kind: KINDS[flags & KIND] ?? 'other', mode, size, content, name, link };
      }
    }
  }

  private number(value: number): void {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) this.block[this.used++] = (left % 128) + 128;
    this.block[this.used++] = left;
  }

  /** The length comes first, so it is known before the bytes are written. */
  private text(text: string): void {
    // UTF-8 has no lone surrogates, which stand for bytes that are no UTF-8.
    const encoding = LONE.test(text) ? 'utf16le' : 'utf8';
    this.number(Buffer.byteLength(text, encoding) * 2 + (encoding === 'utf16le' ? 1 : 0));
    this.used += this.block.write(text, this.used, encoding);
  }

  private reserve(more: number): void {
    if (this.used + more <= this.block.length) return;
    if (this.used > 0) this.full.push(this.block.subarray(0, this.used));
    this.block = Buffer.allocUnsafeSlow(Math.max(BLOCK, more));
    this.used = 0;
  }
}

const LONE = /[\udc80-\udcff]/u;

/** Characters that two names begin with alike; halves of one character are not parted. */
function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  const last = one.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

/** Reads what was written one after the other. */
class Reader {
  at = 0;

  constructor(private readonly bytes: Buffer) {}

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  text(): string {
    const stated = this.number();
    const end = this.at + Math.floor(stated / 2);
    const text = this.bytes.toString(stated % 2 === 1 ? 'utf16le' : 'utf8', this.at, end);
    this.at = end;
    return text;
  }
}
