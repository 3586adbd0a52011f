import { createHash, type Hash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { OperationalError } from '../support/errors.js';

type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** The content of a push. It is read once for size and hash, and once more for each try, so that gigabytes need no memory. */
export interface Content {
  readonly size: number;
  /** SHA-256 in hex. */
  readonly hash: string;
  /** Opens the same bytes again. If they have changed meanwhile, throws OperationalError before the last of them. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** Reads what `open` gives. `where` names it in errors. */
export async function measureContent(open: () => Chunks, where: string): Promise<Content> {
  const measure = new Measure();
  for await (const chunk of open()) measure.add(bytesOf(chunk));
  const { size, hash } = measure.end();
  return { size, hash, chunks: () => unchanged(open, { where, size, hash }) };
}

/** The last piece is held back until we know that all bytes are unchanged. */
async function* unchanged(open: () => Chunks, { where, size, hash }: { where: string; size: number; hash: string }) {
  const measure = new Measure();
  let held: Uint8Array | undefined;
  for await (const chunk of open()) {
    const bytes = bytesOf(chunk);
    measure.add(bytes);
    if (bytes.length === 0) continue;
    if (held) yield held;
    held = bytes;
  }
  const again = measure.end();
  if (again.size !== size || again.hash !== hash) throw new OperationalError({ where, message: 'changed while it was read' });
  if (held) yield held;
}

class Measure {
  private size = 0;
  private readonly sum: Hash = createHash('sha256');

  add(bytes: Uint8Array): void {
    this.size += bytes.length;
    this.sum.update(bytes);
  }

  end(): { size: number; hash: string } {
    return { size: this.size, hash: this.sum.digest('hex') };
  }
}

function bytesOf(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** Smaller bodies gain nothing from compression, and the service reads them in its own process. */
const SMALL_BYTES = 128 * 1024;

/** A body and the headers that describe it. */
export interface Encoded {
  headers: Readonly<Record<string, string>>;
  body: () => AsyncIterable<Uint8Array>;
}

/** True for a body that is worth compressing. */
export function isLarge({ size }: Content): boolean {
  return size > SMALL_BYTES;
}

export function unpacked(content: Content): Encoded {
  return { headers: { 'content-length': String(content.size) }, body: () => content.chunks() };
}

/** Compressed while it is sent, so its length is not known before. */
export function packed(content: Content): Encoded {
  return {
    headers: { 'content-encoding': 'gzip' },
    // The reader of the compressed bytes gets the error.
    body: () => pipeline(Readable.from(content.chunks()), createGzip(), () => {}),
  };
}
