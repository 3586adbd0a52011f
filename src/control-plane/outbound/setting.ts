import { readVariable } from '../../config/environment.js';
import type { ServeOptions } from '../../config/serve-options.js';
import { InputError } from '../../support/errors.js';
import { diskFiles } from '../../system/files.js';

const MAX_BYTES = 64 * 1024;

/**
 * A setting of the environment (`SERVICE_…`, or its alias `CASTELLAN_…`), or the text of the file that `<NAME>_FILE`
 * names; undefined when neither is set or readable.
 */
export function settingOf({ environment }: Pick<ServeOptions, 'environment'>, name: string): string | undefined {
  const bare = name.replace(/^SERVICE_/, '');
  const value = readVariable(environment, bare)?.trim();
  if (value) return value;
  const path = readVariable(environment, `${bare}_FILE`);
  return path ? textOfFile(path) : undefined;
}

/** The trimmed text of a small mounted file; undefined when it cannot be read or is empty. */
export function textOfFile(path: string): string | undefined {
  try {
    return Buffer.from(diskFiles.read(path, MAX_BYTES)).toString('utf8').trim() || undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
