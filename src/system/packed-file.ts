import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OperationalError } from '../support/errors.js';
import { codeOf, diskError } from './disk-error.js';

/** SHA-256 of a file, hex. Throws OperationalError. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await run(path, () => pipeline(createReadStream(path), hash, { signal }));
  return hash.digest('hex');
}

/** `head` followed by the gzip of a file; equal input, equal bytes. */
export async function* packedFile(from: string, head: string, signal: AbortSignal): AsyncGenerator<string | Uint8Array> {
  yield head;
  const packed = createGzip({ level: 6 });
  const read = pipeline(createReadStream(from), packed, { signal });
  // The reader of the packed bytes gets the same error.
  read.catch(() => {});
  yield* packed;
  await read;
}

/**
 * Unpacks the gzip that begins at byte `from.offset` into a file and returns the SHA-256 of the result, hex. Throws
 * OperationalError when it is damaged or unpacks to more than `maxBytes`.
 */
export async function unpackFile(
  from: { path: string; offset: number },
  to: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  let taken = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      hash.update(chunk);
      done(taken > maxBytes ? new OperationalError({ where: from.path, message: 'unpacks to more than it announces' }) : null, chunk);
    },
  });
  const source = createReadStream(from.path, { start: from.offset });
  await run(from.path, () => pipeline(source, createGunzip(), measure, createWriteStream(to, { mode: 0o644 }), { signal }));
  return hash.digest('hex');
}

async function run(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof OperationalError || codeOf(cause) === 'ABORT_ERR') throw cause;
    if (codeOf(cause).startsWith('Z_')) throw new OperationalError({ where: path, message: 'damaged or cut off', cause });
    throw diskError(path, 'cannot be copied', cause);
  }
}
