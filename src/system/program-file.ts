import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The file that starts this program, beside the built code (`dist/`) or the sources (`src/system/`) that this module lies in. */
export function programFile(): string {
  // Resolved by require, which takes the place of a module as a path or as an address: the built scripts know only their path.
  const { resolve } = createRequire(import.meta.url);
  const beside = ['../bin/castellan.cjs', '../../bin/castellan.cjs'].find((path) => canResolve(resolve, path));
  return resolve(beside ?? '../bin/castellan.cjs');
}

function canResolve(resolve: NodeJS.RequireResolve, path: string): boolean {
  try {
    return existsSync(resolve(path));
  } catch {
    return false;
  }
}
