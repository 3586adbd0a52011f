const MAGIC = 0xfd2fb528;
/** Frames that a reader passes over have one of sixteen magic numbers. */
const [SKIPPABLE, SKIPPABLE_MASK] = [0x184d2a50, 0xfffffff0];
/** Bytes by the two bits that tell how long a field of the header is. */
const DICTIONARY = [0, 1, 2, 4] as const;
const CONTENT_SIZE = [0, 2, 4, 8] as const;
const CHECKSUM = 4;
/** Block types: one byte that is repeated. */
const RLE = 1;

/** Parts of a frame that tell what follows them, with their length. */
const LENGTHS = { magic: 4, skipped: 4, header: 1, block: 3 } as const;

/** Follows the frames of zstd data by their headers alone (RFC 8878, 3.1), to tell where the last one ends. */
export class ZstdFrames {
  /** Where something that is no frame follows a whole one. */
  other: number | undefined;
  private part: keyof typeof LENGTHS = 'magic';
  private value = 0;
  private filled = 0;
  private skip = 0;
  private hasChecksum = false;
  private frames = 0;
  private place = 0;

  feed(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && this.other === undefined; ) {
      const skipped = Math.min(this.skip, chunk.length - at);
      this.skip -= skipped;
      at += skipped;
      this.place += skipped;
      if (at < chunk.length && this.skip === 0) this.take(chunk[at++] as number);
    }
  }

  /** To be called after the last byte: a rest that is too short for a frame is something else. */
  end(): void {
    if (this.part === 'magic' && this.filled > 0 && this.frames > 0) this.other ??= this.place - this.filled;
  }

  private take(byte: number): void {
    this.place++;
    this.value += byte * 2 ** (8 * this.filled++);
    if (this.filled < LENGTHS[this.part]) return;
    const { value } = this;
    this.value = 0;
    this.filled = 0;
    if (this.part === 'magic') this.begin(value);
    else if (this.part === 'skipped') this.finish(value);
    else if (this.part === 'header') this.header(value);
    else this.block(value);
  }

  private begin(magic: number): void {
    if (magic === MAGIC) this.part = 'header';
    else if ((magic & SKIPPABLE_MASK) === SKIPPABLE) this.part = 'skipped';
    else if (this.frames > 0) this.other = this.place - LENGTHS.magic;
  }

  private header(descriptor: number): void {
    const isSingle = (descriptor & 0x20) !== 0;
    const sizeBits = descriptor >> 6;
    const size = sizeBits === 0 && isSingle ? 1 : (CONTENT_SIZE[sizeBits as 0 | 1 | 2 | 3] ?? 0);
    this.hasChecksum = (descriptor & 0x04) !== 0;
    this.skip = (isSingle ? 0 : 1) + (DICTIONARY[(descriptor & 3) as 0 | 1 | 2 | 3] ?? 0) + size;
    this.part = 'block';
  }

  private block(header: number): void {
    const isLast = (header & 1) !== 0;
    const stored = ((header >> 1) & 3) === RLE ? 1 : header >> 3;
    if (isLast) this.finish(stored + (this.hasChecksum ? CHECKSUM : 0));
    else this.skip = stored;
  }

  private finish(left: number): void {
    this.skip = left;
    this.part = 'magic';
    this.frames++;
  }
}
