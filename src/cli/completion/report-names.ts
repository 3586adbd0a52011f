import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Around, Candidate } from './candidate.js';

/** Nobody waits for a larger report to be read while a word is typed. */
const MAX_BYTES = 48 * 1024 * 1024;

/** The findings of the report that `--report` names, each by its id and by the names it is also known by. */
export function findingIds({ line, cwd }: Around): Candidate[] {
  return listOf(line.given.get('--report')?.at(-1), 'findings', cwd).map(({ id, severity, title }) => ({
    value: text(id),
    about: [text(severity), text(title)].filter((part) => part !== '').join(': '),
  }));
}

/** The nodes of the report that stands before the option. */
export function nodeNames({ line, cwd }: Around): Candidate[] {
  return listOf(line.operands[0], 'nodes', cwd).map(({ label, kind }) => ({ value: text(label), about: text(kind) }));
}

/** Objects of a list of a report; none for anything that is no readable report. */
function listOf(file: string | undefined, list: 'findings' | 'nodes', cwd: string): Record<string, unknown>[] {
  if (file === undefined) return [];
  const path = resolve(cwd, file.replace(/^~(?=\/)/, homedir()));
  const stats = statSync(path);
  // A pipe or a device would have us wait, or read for ever.
  if (!stats.isFile() || stats.size > MAX_BYTES) return [];
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const found: unknown = list === 'findings' ? report?.findings : report?.graph?.nodes;
  return Array.isArray(found) ? found.filter((one) => typeof one === 'object' && one !== null) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
