import { memberSource, variableNamed } from '../library/sources.js';
import { derived, isWhollyKnown, joinedShapes, marked, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';

/** Limit for iterations of a loop: one for each source, host or file that a script lists. */
const MAX_ITEMS = 24;

/** The values that a loop iterates over: the items, or the value itself without its known text. */
export function loopItems(value: Value): readonly Value[] {
  if (value.items !== undefined && value.items.length > 0) return value.items.slice(0, MAX_ITEMS);
  return [{ shape: value.shape, marks: marksOf([value]) }];
}

/** Limit for items that an expression goes through one by one; hidden text is spread over some hundreds. */
const MAX_MAPPED = 800;

/** The items of a list, and the characters of a text. */
export function itemsOf(value: Value): readonly Value[] {
  if (value.items !== undefined && value.items.length > 0) return value.items.slice(0, MAX_MAPPED);
  if (
    value.shape.length > 1 &&
    value.shape.length <= MAX_MAPPED &&
    isWhollyKnown(value) &&
    value.path === undefined &&
    !value.shape.includes('/')
  )
    return [...value.shape].map((char) => ({ shape: char, marks: value.marks }));
  return loopItems(value);
}

/** What stands for nothing yet. */
const EMPTY = /^(?:|None|null|undefined|False|false|0|\uFFFC)$/;

/** One of two values: all sources of both, and the text of the later one unless it says nothing. */
export function eitherOf(before: Value, after: Value): Value {
  const isEmpty =
    EMPTY.test(after.shape) && after.path === undefined && !after.items?.length && !after.fields?.size && after.func === undefined;
  const told = isEmpty ? before : after;
  if (before.held !== undefined && told === before) return before;
  const marks = marksOf([before, after]);
  return marks.length === 0 || marks.length === marksOf([told]).length ? told : { ...told, marks };
}

/** Values as one list. */
export function listed(items: readonly Value[]): Value {
  return { shape: joinedShapes(items, ' '), marks: [], items };
}

/** `of.name` */
export function memberOf(of: Value, name: string): Value {
  // A member of an enumeration is its value.
  if (name === 'value' && isWhollyKnown(of) && of.path === undefined && of.fields === undefined && of.items === undefined) return of;
  const field = of.fields?.get(name);
  if (field !== undefined) return field;
  const path = of.path === undefined ? undefined : `${of.path}.${name}`;
  const source = path === undefined ? undefined : memberSource(path, name);
  if (source !== undefined) return { ...source, path: path ?? name };
  return {
    shape: UNKNOWN_PART,
    marks: marksOf([of]),
    path: path ?? `${UNKNOWN_PART}.${name}`,
    ...(of.target !== undefined && { target: of.target }),
    ...(of.base !== undefined && { base: of.base }),
  };
}

/** `of[index]` */
export function elementOf(of: Value, index: Value): Value {
  const at = Number(index.shape);
  if (of.items !== undefined && Number.isInteger(at) && isWhollyKnown(index)) return of.items.at(at) ?? nothing;
  if (
    of.fields === undefined &&
    of.path === undefined &&
    Number.isInteger(at) &&
    index.shape !== '' &&
    isWhollyKnown(of) &&
    isWhollyKnown(index)
  )
    return { shape: of.shape.at(at) ?? '', marks: of.marks };
  const field = of.fields?.get(index.shape);
  if (field !== undefined) return field;
  if (of.path === 'os.environ' || of.path === 'process.env') return variableNamed(index);
  if (of.path === 'sys.argv' || of.path === 'process.argv') return marked('argument', 'argument');
  if (of.path !== undefined && isWhollyKnown(index)) return memberOf(of, index.shape);
  return derived([of, ...(of.items ?? [])]);
}
