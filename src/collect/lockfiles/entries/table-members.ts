import { isObject, type JsonObject, own } from '../../../support/json.js';
import { quoteJson } from '../../quote.js';
import type { ReadIssue } from '../../reader.js';

/** A member of a table if it is a text, else undefined. */
export function textMember(table: JsonObject, key: string): string | undefined {
  const value = own(table, key);
  return typeof value === 'string' ? value : undefined;
}

/** A member of a table if it is a table, else an empty one. */
export function tableMember(table: JsonObject, key: string): JsonObject {
  const value = own(table, key);
  return isObject(value) ? value : {};
}

/** A member of a table if it is a list, else an empty one. */
export function listMember(table: JsonObject, key: string): readonly unknown[] {
  const value = own(table, key);
  return Array.isArray(value) ? value : [];
}

/** The texts of a list; other members are left out. */
export function textMembers(table: JsonObject, key: string): string[] {
  return listMember(table, key).filter((value) => typeof value === 'string');
}

/** Reports keys that the format does not have: one of them may be a damaged key of importance. */
export function noteUnknownKeys(table: JsonObject, known: ReadonlySet<string>, what: string, issues: ReadIssue[]): void {
  for (const key of Object.keys(table)) {
    if (!known.has(key)) issues.push({ kind: 'invalid_entry', reason: `unknown key ${quoteJson(key)} in ${what}`, note: true });
  }
}

/** Names below members such as `dependencies`, if these are objects. */
export function namesIn(entry: JsonObject, members: readonly string[]): string[] {
  const names: string[] = [];
  for (const member of members) {
    const value = own(entry, member);
    if (isObject(value)) for (const name in value) names.push(name);
  }
  return names;
}
