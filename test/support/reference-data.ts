import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonLines } from './json-lines.js';

const here = dirname(fileURLToPath(import.meta.url));
const root = process.env.CASTELLAN_REFERENCE_DATA ?? resolve(here, '../../../shared/data');

/** Reference data (feeds, oracle, lockfiles, version vectors) lies beside the checkout; tests that need it skip without it. */
export const hasReferenceData = existsSync(join(root, 'feeds'));

/** Absolute path of a file or folder of the reference data: `referencePath('versions', 'npm.jsonl')`. */
export function referencePath(...parts: string[]): string {
  return join(root, ...parts);
}

/** Objects of a JSON Lines file of the reference data. */
export function readJsonLines<T>(...parts: string[]): T[] {
  return jsonLines<T>(readFileSync(referencePath(...parts), 'utf8'));
}
