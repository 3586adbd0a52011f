import { InputError } from '../../../../support/errors.js';
import type { CloudAccess } from '../../contract/provider.js';

const MAX_BYTES = 256 * 1024;

/** The trimmed text of a small file; undefined where it is not there or cannot be read. */
export function smallText({ files }: CloudAccess, path: string): string | undefined {
  try {
    return files.info(path, true) ? Buffer.from(files.read(path, MAX_BYTES)).toString('utf8').trim() : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
