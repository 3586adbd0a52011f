import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that this machine may lack: the file that the variable names, else the first in PATH or one of `more`. */
export function toolOnPath(name: string, variable: string, more: readonly string[] = []): string | undefined {
  const named = process.env[variable];
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.map((folder) => join(folder, name)), ...more].find(existsSync);
}
