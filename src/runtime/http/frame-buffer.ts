import { IdFinder } from '../frames/id-finder.js';
import type { Line } from '../frames/line.js';

const FIRST_BYTES = 4096;
const [LINE_FEED, CARRIAGE_RETURN, SPACE] = [10, 13, 32] as const;
const NOTHING = Buffer.alloc(0);

/** Collects the bytes of one frame, however small the pieces are that they come in. Of a frame above the limit only ids are kept. */
export class FrameBuffer {
  private bytes: Buffer = NOTHING;
  private size = 0;
  private finder: IdFinder | undefined;

  constructor(private readonly maxBytes: number) {}

  get isEmpty(): boolean {
    return this.size === 0 && this.finder === undefined;
  }

  get isTooLong(): boolean {
    return this.finder !== undefined;
  }

  push(part: Buffer): void {
    if (this.finder === undefined && this.size + part.length > this.maxBytes) {
      this.finder = new IdFinder();
      this.finder.push(this.bytes.subarray(0, this.size));
      this.bytes = NOTHING;
      this.size = 0;
    }
    if (this.finder) this.finder.push(part);
    else this.keep(part);
  }

  /** The frame, on one line. The buffer is empty afterwards. */
  take(): Line {
    const tooLong = this.finder;
    const buffer = onOneLine(this.takeBytes());
    return { buffer, from: 0, to: buffer.length, ...(tooLong && { tooLong }) };
  }

  /** The bytes as they came. The buffer is empty afterwards. */
  takeBytes(): Buffer {
    const bytes = this.bytes.subarray(0, this.size);
    this.bytes = NOTHING;
    this.size = 0;
    this.finder = undefined;
    return bytes;
  }

  private keep(part: Buffer): void {
    // Most frames come in one piece, which need not be copied.
    if (this.size === 0) {
      this.bytes = part;
      this.size = part.length;
      return;
    }
    const size = this.size + part.length;
    if (size > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(Math.max(2 * this.bytes.length, size, FIRST_BYTES), Math.max(this.maxBytes, size)));
      this.bytes.copy(larger, 0, 0, this.size);
      this.bytes = larger;
    }
    this.bytes.set(part, this.size);
    this.size = size;
  }
}

/**
 * Over HTTP a message may be printed on several lines; a stream of lines cannot hold it so. A line break of valid JSON is between its tokens:
 * a space does as well. What is not valid is left for `parseFrame` to refuse.
 */
export function onOneLine(bytes: Buffer): Buffer {
  if (!bytes.includes(LINE_FEED) && !bytes.includes(CARRIAGE_RETURN)) return bytes;
  try {
    JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes;
  }
  const line = Buffer.from(bytes);
  for (const [at, byte] of line.entries()) if (byte === LINE_FEED || byte === CARRIAGE_RETURN) line[at] = SPACE;
  return line;
}

/** The same bytes, not copied. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
