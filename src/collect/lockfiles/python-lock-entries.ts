import { InputError } from '../../support/errors.js';
import { isObject, own, type JsonObject } from '../../support/json.js';
import { limits } from '../../support/limits.js';
import type { ReadIssue } from '../reader.js';

/** One `[[package]]` table of a lock. */
export interface LockEntry {
  table: JsonObject;
  /** As written. */
  name: string;
  version: string | null;
  line?: number;
}

/**
 * Entries of an array of tables, each with a name, in file order. What is no table, or has no usable name or version, is an issue.
 * Throws InputError when the key holds something else than an array.
 */
export function lockEntries(document: JsonObject, key: string, facts: { where: string; lines: readonly number[]; issues: ReadIssue[] }): LockEntry[] {
  const list = own(document, key) ?? [];
  if (!Array.isArray(list)) throw new InputError({ where: facts.where, message: `"${key}" is no list of packages` });
  const found: LockEntry[] = [];
  list.forEach((table: unknown, index) => {
    const line = facts.lines.length === list.length ? facts.lines[index] : undefined;
    const entry = isObject(table) ? readEntry(table) : undefined;
    if (entry) found.push({ ...entry, ...(line !== undefined && { line }) });
    else facts.issues.push({ kind: 'invalid_entry', reason: `package ${index + 1} has no usable name and version`, ...(line !== undefined && { line }) });
  });
  return found;
}

function readEntry(table: JsonObject): LockEntry | undefined {
  const name = own(table, 'name');
  const version = own(table, 'version') ?? null;
  if (typeof name !== 'string' || name === '' || name.length > limits.maxNameLength) return undefined;
  if (version !== null && (typeof version !== 'string' || version === '' || version.length > limits.maxNameLength)) return undefined;
  return { table, name, version };
}

/** Member of a table when it is a text, else undefined. */
export function textOf(table: JsonObject, key: string): string | undefined {
  const value = own(table, key);
  return typeof value === 'string' ? value : undefined;
}

/** Member of a table when it is a table, else an empty one. */
export function tableOf(table: JsonObject, key: string): JsonObject {
  const value = own(table, key);
  return isObject(value) ? value : {};
}

/** Member of a table when it is a list, else an empty one. */
export function listOf(table: JsonObject, key: string): readonly unknown[] {
  const value = own(table, key);
  return Array.isArray(value) ? value : [];
}

/** Texts of a list; other members are left out. */
export function textsOf(table: JsonObject, key: string): string[] {
  return listOf(table, key).filter((value) => typeof value === 'string');
}
