import { createReadStream, readFileSync, statSync } from 'node:fs';
import { OperationalError } from '../support/errors.js';
import { diskError } from './disk-error.js';

/** A file that is read from its beginning, as often as needed. */
export interface InputFile {
  /** Time of the last write; for a pipe, the time it was read. */
  writtenAt: Date;
  chunks(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Opens a file of any size. A pipe or a terminal, which can be read only once, is held in memory. Throws OperationalError. */
export function openInputFile(path: string, shown: string): InputFile {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) throw new OperationalError({ where: shown, message: 'is a folder' });
    if (stats.isFile()) return { writtenAt: stats.mtime, chunks: () => chunksOf(path, shown) };
    const bytes = readFileSync(path);
    return { writtenAt: new Date(), chunks: () => [bytes] };
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause;
    throw diskError(shown, 'cannot be read', cause);
  }
}

async function* chunksOf(path: string, shown: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) yield chunk;
  } catch (cause) {
    throw diskError(shown, 'cannot be read', cause);
  }
}
