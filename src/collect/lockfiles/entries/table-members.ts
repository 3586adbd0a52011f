import { isObject, type JsonObject, own } from '../../../support/json.js';
import { quoteJson } from '../../quote.js';
import type { ReadIssue } from '../../reader.js';

/** Member of a table when it is a text, else undefined. */
export function textMember(table: JsonObject, key: string): string | undefined {
  const value = own(table, key);
  return typeof value === 'string' ? value : undefined;
}

/** Member of a table when it is a table, else an empty one. */
export function tableMember(table: JsonObject, key: string): JsonObject {
  const value = own(table, key);
  return isObject(value) ? value : {};
}

/** Member of a table when it is a list, else an empty one. */
export function listMember(table: JsonObject, key: string): readonly unknown[] {
  const value = own(table, key);
  return Array.isArray(value) ? value : [];
}

/** Texts of a list; other members are left out. */
export function textMembers(table: JsonObject, key: string): string[] {
  return listMember(table, key).filter((value) => typeof value === 'string');
}

/** Notes keys that the format does not have: one of them may be a damaged key that should have said something. */
export function noteUnknownKeys(table: JsonObject, known: ReadonlySet<string>, what: string, issues: ReadIssue[]): void {
  for (const key of Object.keys(table)) {
    if (!known.has(key)) issues.push({ kind: 'invalid_entry', reason: `unknown key ${quoteJson(key)} in ${what}`, note: true });
  }
}

/** Names below members such as `dependencies`, where these are objects. */
export function namesIn(entry: JsonObject, members: readonly string[]): string[] {
  const names: string[] = [];
  for (const member of members) {
    const value = own(entry, member);
    if (isObject(value)) for (const name in value) names.push(name);
  }
  return names;
}
