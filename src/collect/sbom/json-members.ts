import { isObject, type JsonObject, own } from '../../support/json.js';
import type { ReadIssue } from '../reader.js';

/** A member that is a non-empty text. */
export function nonEmptyText(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The objects of a list member; other elements are reported to `issues` if given. */
export function items(object: JsonObject, key: string, issues?: ReadIssue[]): JsonObject[] {
  const list = own(object, key);
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) {
    issues?.push({ kind: 'invalid_entry', reason: `"${key}" is not a list` });
    return [];
  }
  const objects: JsonObject[] = [];
  for (const item of list) {
    if (isObject(item)) objects.push(item);
    else issues?.push({ kind: 'invalid_entry', reason: `an entry of "${key}" is not an object` });
  }
  return objects;
}
