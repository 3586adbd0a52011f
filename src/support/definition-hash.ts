import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import { isObject, own } from './json.js';

/**
 * SHA-256 in hexadecimal of a tool, prompt or resource definition as canonical JSON: the order of keys, and of lists that JSON
 * Schema treats as sets, makes no difference.
 */
export function definitionHash(definition: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(withSortedSets(definition)))
    .digest('hex');
}

/** One value that differs. `pointer` is a JSON pointer into the definition; if one side lacks the value, its member is absent. */
export interface FieldChange {
  pointer: string;
  before?: unknown;
  after?: unknown;
}

/** The differences between two definitions, value by value, sorted by pointer. */
export function diffFields(before: unknown, after: unknown): FieldChange[] {
  const changes = [...compare({ pointer: '', before: withSortedSets(before), after: withSortedSets(after) })];
  return changes.sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
}

function* compare({ pointer, before, after }: FieldChange): Generator<FieldChange> {
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      yield* compare({ pointer: at, before: own(before, key), after: own(after, key) });
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (let at = 0; at < Math.max(before.length, after.length); at++) {
      yield* compare({ pointer: `${pointer}/${at}`, before: before[at], after: after[at] });
    }
  } else if (textOf(before) !== textOf(after)) {
    yield { pointer, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  }
}

function textOf(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value);
}

/** Keywords of JSON Schema whose lists are sets. */
const SETS = new Set(['required', 'type']);

function withSortedSets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedSets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const isSet = SETS.has(key) && Array.isArray(member) && member.every((item) => typeof item === 'string');
      return [key, isSet ? [...member].sort() : withSortedSets(member)];
    }),
  );
}
