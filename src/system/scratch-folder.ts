import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskError } from './disk-error.js';

/** Makes an empty folder that only this user may enter, for the system's temporary files. Throws OperationalError. */
export function makeScratchFolder(name: string): string {
  const path = join(tmpdir(), name);
  return attempt(path, 'cannot be made', () => mkdtempSync(`${path}-`));
}

/** Removes a folder that `makeScratchFolder` made, with all in it. */
export function removeScratchFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 2 });
}

/** The names in a folder; none where there is no folder. Throws OperationalError. */
export function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw diskError(path, 'cannot be read', cause);
  }
}

/** Copies a folder with all in it to a place where nothing is yet. Throws OperationalError. */
export function copyFolder(from: string, to: string): void {
  attempt(to, 'cannot be written', () => cpSync(from, to, { recursive: true, errorOnExist: true, force: false }));
}

/** Replaces the text of a small file of our own by what `change` makes of it. Throws OperationalError. */
export function changeText(path: string, change: (text: string) => string): void {
  attempt(path, 'cannot be changed', () => writeFileSync(path, change(readFileSync(path, 'utf8'))));
}

function attempt<T>(path: string, message: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw diskError(path, message, cause);
  }
}
