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
const FIRST_BYTES = 64 * 1024;
/** Kind, mode, size, content, lengths of name and target. */
const FIXED = 1 + 2 + 8 + 4 + 4 + 4;

/** The entries of a layer in few bytes, so that millions of them cost little memory. */
export class LayerEntries {
  private bytes: Buffer;
  private used: number;
  count: number;

  /** @param kept Entries as `encoded` gave them, with their number. */
  constructor(kept?: { bytes: Buffer; count: number }) {
    this.bytes = kept?.bytes ?? Buffer.allocUnsafe(FIRST_BYTES);
    this.used = kept?.bytes.length ?? 0;
    this.count = kept?.count ?? 0;
  }

  add({ kind, name, size, mode, link, content }: LayerEntry): void {
    this.reserve(FIXED + 3 * (name.length + link.length));
    const { bytes } = this;
    let at = this.used;
    at = bytes.writeUInt8(KINDS.indexOf(kind), at);
    at = bytes.writeUInt16LE(mode, at);
    at = bytes.writeDoubleLE(size, at);
    at = bytes.writeInt32LE(content, at);
    at = this.text(name, at);
    this.used = this.text(link, at);
    this.count++;
  }

  encoded(): Buffer {
    return this.bytes.subarray(0, this.used);
  }

  *[Symbol.iterator](): Generator<LayerEntry> {
    const { bytes, used } = this;
    for (let at = 0; at < used; ) {
      const kind = KINDS[bytes.readUInt8(at)] ?? 'other';
      const mode = bytes.readUInt16LE(at + 1);
      const size = bytes.readDoubleLE(at + 3);
      const content = bytes.readInt32LE(at + 11);
      const name = readText(bytes, at + 15);
      const link = readText(bytes, name.next);
      at = link.next;
      yield { kind, mode, size, content, name: name.text, link: link.text };
    }
  }

  private text(text: string, at: number): number {
    // UTF-8 has no lone surrogates, which stand for bytes that are no UTF-8.
    const isWide = LONE.test(text);
    const length = isWide ? this.bytes.write(text, at + 4, 'utf16le') : this.bytes.write(text, at + 4, 'utf8');
    this.bytes.writeUInt32LE(length * 2 + (isWide ? 1 : 0), at);
    return at + 4 + length;
  }

  private reserve(more: number): void {
    if (this.used + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.used + more));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }
}

const LONE = /[\udc80-\udcff]/u;

function readText(bytes: Buffer, at: number): { text: string; next: number } {
  const stated = bytes.readUInt32LE(at);
  const next = at + 4 + Math.floor(stated / 2);
  return { text: bytes.toString(stated % 2 === 1 ? 'utf16le' : 'utf8', at + 4, next), next };
}
