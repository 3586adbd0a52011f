import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file that starts this program, beside the built code (`dist/`) or the sources (`src/system/`) that this module lies in. */
export function programFile(): string {
  const here = dirname(pathOf(import.meta.url));
  const beside = join(here, '../bin/castellan.cjs');
  return existsSync(beside) ? beside : join(here, '../../bin/castellan.cjs');
}

/** The folder of the whole program, with `bin/` in it. */
export function programFolder(): string {
  return dirname(dirname(programFile()));
}

/** The folder of the built web UI. */
export function uiFolder(): string {
  return builtFolder('ui');
}

/** The folder of the built guide. */
export function guideFolder(): string {
  return builtFolder('guide');
}

/** A folder beside the built code or in the `dist/` of the sources. */
function builtFolder(name: string): string {
  const here = dirname(pathOf(import.meta.url));
  const beside = join(here, name);
  return existsSync(beside) ? beside : join(here, '../../dist', name);
}

/** A file of the built code, which every build writes anew. */
export function moduleFile(): string {
  return pathOf(import.meta.url);
}

/** In the built scripts `import.meta.url` is a path, not a URL. */
function pathOf(module: string): string {
  return module.startsWith('file:') ? fileURLToPath(module) : module;
}
