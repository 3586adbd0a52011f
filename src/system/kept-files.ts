import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from './make-folder.js';

/** Makes a folder for this user only, and returns the path of a file in it, which need not be there. Throws OperationalError. */
export function keptFile(folder: string, name: string): string {
  makePrivateFolder(folder);
  return join(folder, name);
}

/** Removes a file, if it is there and can be removed. */
export function dropFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next sweep removes it.
  }
}

/** Removes the files of a folder that nobody has written to since `before`, in milliseconds since the epoch. */
export function dropFilesBefore(folder: string, before: number): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if ((lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before) dropFile(path);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
