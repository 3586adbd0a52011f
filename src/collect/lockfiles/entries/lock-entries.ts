import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own } from '../../../support/json.js';
import { limits } from '../../../support/limits.js';
import { quoteJson } from '../../quote.js';
import type { ReadIssue, SourceFile } from '../../reader.js';
import { entryLines } from '../syntax/toml-lines.js';
import { textMember } from './table-members.js';

/** One `[[package]]` table of a lock. */
export interface LockEntry {
  table: JsonObject;
  /** As written. */
  name: string;
  version: string | null;
  line?: number;
}

/**
 * The entries of an array of tables with their names and lines, in file order. An element that is not a table, or has
 * no usable name or version, is an issue; so is a second list of packages under an unknown key. Throws InputError when
 * the key does not hold an array.
 */
export function lockEntries(document: JsonObject, key: string, { file, issues }: { file: SourceFile; issues: ReadIssue[] }): LockEntry[] {
  const list = own(document, key) ?? [];
  if (!Array.isArray(list)) throw new InputError({ where: file.path, message: `"${key}" is no list of packages` });
  const lines = entryLines(file.text(), key);
  const found: LockEntry[] = [];
  list.forEach((table: unknown, index) => {
    const line = lines.length === list.length ? lines[index] : undefined;
    const entry = isObject(table) ? readEntry(table) : undefined;
    if (entry) found.push({ ...entry, ...(line !== undefined && { line }) });
    else
      issues.push({
        kind: 'invalid_entry',
        reason: `package ${index + 1} has no usable name and version`,
        ...(line !== undefined && { line }),
      });
  });
  for (const entry of found)
    if (swallowed(entry.table))
      issues.push({
        kind: 'invalid_entry',
        reason: `${quoteJson(entry.name)} holds another package inside`,
        ...(entry.line !== undefined && { line: entry.line }),
      });
  issues.push(...strayLists(document, key));
  if (found.length > 0 && !file.text().endsWith('\n'))
    issues.push({ kind: 'unparsable', reason: 'does not end in a line feed: it may be cut short', note: true });
  return found;
}

/**
 * When a header in between is lost, the next package's name and version end up in a table below this one, a few levels
 * down at most.
 */
function swallowed(table: JsonObject, levels = 4): boolean {
  if (levels === 0) return false;
  const below = (value: unknown): boolean => isObject(value) && (isPackage(value) || swallowed(value, levels - 1));
  const inList = (value: unknown): boolean => isObject(value) && swallowed(value, levels - 1);
  return Object.values(table).some((value) => (Array.isArray(value) ? value.some(inList) : below(value)));
}

/** True when the table has the least that every format states of a package. */
function isPackage(table: JsonObject): boolean {
  return textMember(table, 'name') !== undefined && textMember(table, 'version') !== undefined;
}

/** A misspelt `[[package]]` would otherwise hide the packages below it. */
function strayLists(document: JsonObject, key: string): ReadIssue[] {
  const isPackages = (value: unknown) => Array.isArray(value) && value.some((item) => isObject(item) && isPackage(item));
  const stray = Object.keys(document).filter((name) => name !== key && isPackages(document[name]));
  return stray.map((name) => ({ kind: 'invalid_entry', reason: `unknown list of packages ${quoteJson(name)}` }));
}

/** The version may be absent (repositories, folders); each format decides whether that is allowed. */
function readEntry(table: JsonObject): LockEntry | undefined {
  const name = own(table, 'name');
  const version = own(table, 'version') ?? null;
  if (typeof name !== 'string' || name === '' || name.length > limits.maxNameLength) return undefined;
  if (version !== null && (typeof version !== 'string' || version === '' || version.length > limits.maxNameLength)) return undefined;
  return { table, name, version };
}

/**
 * Limit for the versions of one name that edges are followed to. A real lock has a handful; a hostile one would make
 * the edges quadratic.
 */
const MAX_SAME_NAME = 64;

/** Groups items by name, in order; items of a name beyond the limit are left out of the index. */
export function byName<T>(items: Iterable<T>, nameOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const same = found.get(nameOf(item));
    if (!same) found.set(nameOf(item), [item]);
    else if (same.length < MAX_SAME_NAME) same.push(item);
  }
  return found;
}
