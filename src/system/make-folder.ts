import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperationalError } from '../support/errors.js';
import { codeOf, diskError } from './disk-error.js';
import { statsAt } from './stored-file.js';

const REFUSED = 'the folder cannot be made';

/**
 * Makes a folder and those above it; `mode` is that of each new one. An existing folder stays as it is. Throws OperationalError naming
 * the folder and the reason. Node's own `recursive` never ends in a file system that takes no new folder (as /proc), and says of a
 * read-only one that there is no such folder.
 */
export function makeFolder(path: string, mode?: number): void {
  for (const folder of missing(path)) {
    try {
      mkdirSync(folder, { mode });
    } catch (cause) {
      // Another process was first; or something else is there, as a link that leads nowhere.
      if (codeOf(cause) === 'EEXIST' && isFolder(folder)) continue;
      if (codeOf(cause) !== 'ENOENT') throw diskError(path, REFUSED, cause);
      throw new OperationalError({ where: path, message: `${REFUSED}: ${dirname(folder)} takes no new folders`, cause });
    }
  }
}

/** Makes a folder, and those above it, for this user only. An existing folder stays as it is. Throws OperationalError. */
export function makePrivateFolder(path: string): void {
  makeFolder(path, 0o700);
}

/** Makes the folder of a file. Throws OperationalError. */
export function makeFolderOf(path: string): void {
  makeFolder(dirname(path));
}

/** The folders on the way that are not there, the uppermost first. */
function missing(path: string): string[] {
  const folders: string[] = [];
  try {
    for (let at = path; ; at = dirname(at)) {
      const stats = statsAt(at);
      if (stats && !stats.isDirectory()) throw new OperationalError({ where: path, message: `${REFUSED}: ${at} is a file` });
      if (stats || at === dirname(at)) return folders;
      folders.unshift(at);
    }
  } catch (cause) {
    throw cause instanceof OperationalError ? cause : diskError(path, REFUSED, cause);
  }
}

function isFolder(path: string): boolean {
  return statsAt(path)?.isDirectory() ?? false;
}
