import { objectOf } from '../evaluator/objects.js';
import { listed } from '../evaluator/parts.js';
import { constant, derived, isWhollyKnown, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';

/** Limit for the parts of an object that are shown in one piece of evidence. */
const MAX_SHOWN = 400;

/** The values of a format in their places, in order or by name. */
export function filled(format: string, args: readonly Value[], named: ReadonlyMap<string, Value>): string {
  let next = 0;
  return format
    .replace(
      /\{(\w*)[^{}]*\}/g,
      (_all, name: string) => (/^\d*$/.test(name) ? args[name === '' ? next++ : Number(name)] : named.get(name))?.shape ?? UNKNOWN_PART,
    )
    .slice(0, MAX_FILLED);
}

/** Limit of characters of a filled format. */
const MAX_FILLED = 4_000;

/** Limit of characters of a text that is parsed as data. */
const MAX_PARSED = 100_000;

/** JSON of known text as an object. */
export function parsed(text: Value): Value {
  if (!isWhollyKnown(text) || !/^\s*[[{]/.test(text.shape) || text.shape.length > MAX_PARSED)
    return objectOf(text.fields ?? [], { marks: marksOf([text]) });
  try {
    return dataValue(JSON.parse(text.shape), 6);
  } catch {
    return derived([text]);
  }
}

function dataValue(data: unknown, depth: number): Value {
  if (typeof data === 'string' || typeof data === 'number') return constant(String(data));
  if (depth === 0 || typeof data !== 'object' || data === null) return nothing;
  if (Array.isArray(data)) return listed(data.slice(0, MAX_SHOWN).map((item) => dataValue(item, depth - 1)));
  return {
    ...nothing,
    fields: new Map(
      Object.entries(data)
        .slice(0, MAX_SHOWN)
        .map(([key, item]) => [key, dataValue(item, depth - 1)]),
    ),
  };
}

/** Keys and values of an object as text, so that settings written by a script can be judged. */
export function shown(value: Value, depth: number, left = { parts: MAX_SHOWN }): string {
  if (depth === 0 || left.parts <= 0) return value.shape;
  const parts: string[] = [];
  for (const [key, field] of value.fields ?? []) if (left.parts-- > 0) parts.push(`"${key}": ${shown(field, depth - 1, left)}`);
  for (const item of value.items ?? []) if (left.parts-- > 0) parts.push(shown(item, depth - 1, left));
  return parts.length === 0 ? value.shape : constant(parts.join(', ')).shape;
}

/** Each field as a list of its name and value. */
export function entriesOf({ fields }: Value): Value | undefined {
  return fields && listed([...fields].map(([key, value]) => listed([constant(key), value])));
}

/** The names of the fields. */
export function keysOf({ fields }: Value): Value | undefined {
  return fields && listed([...fields.keys()].map(constant));
}
