import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { OperationalError } from '../support/errors.js';
import { diskFiles } from './files.js';
import { writeOutputFile } from './output-file.js';

/** A file that belongs to the user and may be edited. */
export interface UserFile {
  /** Absolute, links resolved. */
  path: string;
  bytes: Buffer;
}

/** Opens a file to edit it. A text says why it must stay as it is. Throws InputError for one that cannot be read. */
export function openUserFile(path: string, maxBytes: number): UserFile | string {
  const real = realpathSync(path);
  const stats = statSync(real);
  if (!stats.isFile()) return 'it is no regular file';
  if (process.getuid !== undefined && stats.uid !== process.getuid()) return 'it belongs to another user';
  try {
    accessSync(real, constants.W_OK);
  } catch {
    return 'it may not be written to';
  }
  return { path: real, bytes: Buffer.from(diskFiles.read(real, maxBytes)) };
}

/**
 * Replaces the content of a file as a whole; it keeps its mode and owner. Throws OperationalError where the file no longer holds what was
 * read of it, or cannot be written.
 */
export async function replaceUserFile({ path, bytes }: UserFile, after: Uint8Array, signal: AbortSignal): Promise<void> {
  const check = () => {
    if (!bytes.equals(diskFiles.read(path, Math.max(bytes.length, 1) * 2 + 1024)))
      throw new OperationalError({ where: path, message: 'another program has changed it meanwhile', hint: 'try again' });
  };
  check();
  await writeOutputFile(path, checkedLast(after, check), { signal, durable: true });
}

/** The bytes, and a last look before the file takes its name. */
function* checkedLast(after: Uint8Array, check: () => void): Iterable<Uint8Array> {
  yield after;
  check();
}
