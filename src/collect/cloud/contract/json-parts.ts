import { isObject, type JsonObject } from '../../../support/json.js';

/** The object at a path of members; an empty one if there is none. */
export function objectIn(object: JsonObject, ...path: string[]): JsonObject {
  let at: JsonObject = object;
  for (const name of path) {
    const next = at[name];
    if (!isObject(next)) return {};
    at = next;
  }
  return at;
}

/** The objects of a list; none if there is no list. */
export function objectsIn(object: JsonObject, name: string): JsonObject[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A text; an empty one if there is none. */
export function textIn(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}
