import { chmodSync, cpSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Copies a folder so that the copy may be changed and removed, also where the original is read-only. */
export function copyTree(from: string, to: string, wanted: (path: string) => boolean = () => true): void {
  cpSync(from, to, { recursive: true, filter: wanted });
  makeWritable(to);
}

function makeWritable(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  chmodSync(path, entry.mode | 0o200);
  if (entry.isDirectory()) for (const name of readdirSync(path)) makeWritable(join(path, name));
}
