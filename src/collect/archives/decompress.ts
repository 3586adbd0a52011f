import { Readable, type TransformOptions } from 'node:stream';
import { createGunzip, type ZlibOptions } from 'node:zlib';
import { InputError } from '../../support/errors.js';
import { ZstdFrames } from './zstd-frames.js';

/** Bytes as they come. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const CHUNK = 256 * 1024;
/** Bytes that zlib may be ahead of whoever reads. */
const AHEAD = 16 * CHUNK;
const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];
/** Frames that a reader passes over: 0x184d2a50 to 0x184d2a5f, least byte first. */
const SKIPPABLE = [0x2a, 0x4d, 0x18];

type Format = 'gzip' | 'zstd';

/** Something else follows compressed data. */
export class FollowedByOther extends InputError {
  constructor(
    readonly format: Format,
    /** Compressed bytes before the other ones; of gzip: before the piece in which they begin. */
    readonly from: number,
    message = `its ${format} data is damaged or ends early`,
  ) {
    super({ issue: 'archive', message });
  }

  /** What readers say who passed over the rest. */
  get remark(): string {
    return `something else follows its ${this.format} data; it was left out`;
  }
}

/**
 * Decompresses by what the bytes are, not by what anybody calls them: gzip, zstd, else as they are. Rejects with InputError where the data
 * is damaged or cut.
 * @param end Compressed bytes after which the rest is passed over, as `endOfData` gives it.
 */
export async function* decompressed(chunks: Chunks, end = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  const { head, all } = await withHead(chunks);
  if (starts(head, GZIP)) yield* gunzipped(all, end);
  else if (starts(head, ZSTD) || (((head[0] ?? 0) & 0xf0) === 0x50 && starts(head.subarray(1), SKIPPABLE))) yield* unzstd(all, end);
  else for await (const chunk of all) yield asBuffer(chunk);
}

function starts(head: Uint8Array, magic: readonly number[]): boolean {
  return head.length >= magic.length && magic.every((byte, index) => head[index] === byte);
}

/** The first bytes, and the stream with them in front. */
async function withHead(chunks: Chunks): Promise<{ head: Buffer; all: AsyncIterable<Uint8Array> }> {
  const source = iteratorOf(chunks);
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 4) {
    const step = await source.next();
    if (step.done) break;
    head = head.length === 0 ? asBuffer(step.value) : Buffer.concat([head, step.value]);
  }
  const first = head;
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (first.length > 0) yield first;
      for (let step = await source.next(); !step.done; step = await source.next()) yield step.value;
    } finally {
      await source.return?.();
    }
  }
  return { head: first, all: all() };
}

function iteratorOf(chunks: Chunks): AsyncIterator<Uint8Array> | Iterator<Uint8Array> {
  return Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
}

/** A byte behind gzip data may begin a header, so that zlib waits for more: whether the data is whole, reading it up to there tells. */
class EndsByOneByte extends FollowedByOther {}

/** zlib inflates on another thread, while this one hashes and reads what came before. */
async function* gunzipped(chunks: AsyncIterable<Uint8Array>, end: number): AsyncGenerator<Buffer> {
  const whole = { bytes: 0 };
  const source = Readable.from(until(chunks, end, whole), { objectMode: false, highWaterMark: CHUNK });
  const options: ZlibOptions & TransformOptions = { chunkSize: CHUNK, highWaterMark: AHEAD };
  const gunzip = createGunzip(options);
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield asBuffer(chunk);
  } catch (cause) {
    // The magic bytes of the first member were there, so that this is the header of a later one, or of none.
    if (isNoHeader(cause)) throw new FollowedByOther('gzip', gunzip.bytesWritten);
    const failure = damaged(cause, 'gzip');
    if (isCut(cause) && end > whole.bytes) throw new EndsByOneByte('gzip', whole.bytes - 1, failure.message);
    throw failure;
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}

function isNoHeader(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_DATA_ERROR' && error.message === 'incorrect header check';
}

/** The bytes up to an end; those behind it are taken, too, and passed over. */
async function* until(chunks: AsyncIterable<Uint8Array>, end: number, whole = { bytes: 0 }): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    const at = whole.bytes;
    whole.bytes += chunk.length;
    if (at < end) yield chunk.subarray(0, end - at);
  }
}

/** Where compressed data ends that something else follows: of its bytes, read anew. */
export async function endOfData(chunks: Chunks, other: FollowedByOther): Promise<number> {
  return other.format === 'zstd' || other instanceof EndsByOneByte ? other.from : endOfGzip(chunks, other.from);
}

async function endOfGzip(chunks: Chunks, from: number): Promise<number> {
  const gunzip = createGunzip();
  let isOver = false;
  let wake = () => {};
  gunzip.on('error', () => {
    isOver = true;
    wake();
  });
  gunzip.resume();
  try {
    let at = 0;
    for await (const piece of pieces(chunks, from)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        gunzip.write(piece, () => resolve());
      });
      // The second byte shows that this is no header.
      if (isOver) return at - 1;
      at += piece.length;
    }
    return at;
  } finally {
    gunzip.destroy();
  }
}

/** Whole chunks up to a place, single bytes behind it. */
async function* pieces(chunks: Chunks, from: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of chunks) {
    const whole = Math.max(0, Math.min(chunk.length, from - at));
    if (whole > 0) yield chunk.subarray(0, whole);
    for (let index = whole; index < chunk.length; index++) yield chunk.subarray(index, index + 1);
    at += chunk.length;
  }
}

async function* unzstd(chunks: AsyncIterable<Uint8Array>, end: number): AsyncGenerator<Buffer> {
  const { Decompress } = await import('fzstd');
  const frames = new ZstdFrames();
  const ready: Buffer[] = [];
  const stream = new Decompress((chunk) => void ready.push(asBuffer(chunk)));
  const push = (chunk: Uint8Array, isLast: boolean) => {
    try {
      stream.push(chunk, isLast);
    } catch (cause) {
      if (frames.other !== undefined) throw new FollowedByOther('zstd', frames.other);
      throw damaged(cause, 'zstd');
    }
  };
  for await (const chunk of until(chunks, end)) {
    frames.feed(chunk);
    for (let at = 0; at < chunk.length; at += PIECE) {
      push(chunk.subarray(at, at + PIECE), false);
      yield* ready.splice(0);
    }
  }
  frames.end();
  push(new Uint8Array(), true);
  yield* ready.splice(0);
}

/** zstd bytes that are decompressed at once: a small piece may grow to much. */
const PIECE = 256;

function damaged(cause: unknown, format: Format): Error {
  if (cause instanceof InputError || !(cause instanceof Error)) return cause instanceof Error ? cause : new Error(String(cause));
  const code = 'code' in cause ? String(cause.code) : '';
  if (format === 'gzip' && !code.startsWith('Z_')) return cause;
  return new InputError({
    issue: 'archive',
    message: `its ${format} data ${isCut(cause) ? 'ends early' : 'is damaged or ends early'}`,
    cause,
  });
}

function isCut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
