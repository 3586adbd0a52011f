import { isObject, type JsonObject } from './json.js';

/** The value at a path of members; undefined if there is none. */
export function memberIn(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = isObject(at) ? at[name] : undefined;
  return at;
}

/** The object at a path; an empty one if there is none. */
export function objectIn(value: unknown, ...path: readonly string[]): JsonObject {
  const found = memberIn(value, ...path);
  return isObject(found) ? found : {};
}

/** The objects of the list at a path; none if there is no list. */
export function objectsIn(value: unknown, ...path: readonly string[]): JsonObject[] {
  const found = memberIn(value, ...path);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** The text at a path; an empty one if there is none. */
export function textIn(value: unknown, ...path: readonly string[]): string {
  const found = memberIn(value, ...path);
  return typeof found === 'string' ? found : '';
}
