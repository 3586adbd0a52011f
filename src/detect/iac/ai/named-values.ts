import type { IacValue, SourcePlace } from '../../../model/iac.js';
import { member, textOf } from '../contract/values.js';

/** A name with its value, however a format writes it: `NAME: value`, `{name, value}`, `NAME=value`. */
export interface NamedPlace {
  readonly name: string;
  readonly value: IacValue;
  readonly at: SourcePlace;
}

const VARIABLE = /^([A-Z][A-Z0-9_]{3,80})=(.*)$/s;
const DEPTH = 24;
/** Members that hold the value beside a name, by format. */
const VALUES = ['value', 'Value'] as const;

/** Every name with a value inside of a value. */
export function* namedValues(value: IacValue, depth = 0): Iterable<NamedPlace> {
  if (depth > DEPTH) return;
  if (value.kind === 'list') {
    for (const item of value.items) yield* namedItem(item, depth);
  } else if (value.kind === 'map') {
    for (const [name, entry] of value.entries) {
      if (entry.kind === 'scalar' || entry.kind === 'unknown') yield { name, value: entry, at: entry.at };
      yield* namedItem(entry, depth);
    }
  }
}

function* namedItem(item: IacValue, depth: number): Iterable<NamedPlace> {
  const match = VARIABLE.exec(textOf(item) ?? '');
  if (match?.[1] !== undefined) yield { name: match[1], value: { kind: 'scalar', at: item.at, value: match[2] ?? '' }, at: item.at };
  const name = item.kind === 'map' ? (textOf(member(item, 'name')) ?? textOf(member(item, 'Name'))) : undefined;
  for (const key of name === undefined ? [] : VALUES) {
    const own = member(item, key);
    if (name !== undefined && own) yield { name, value: own, at: own.at };
  }
  yield* namedValues(item, depth + 1);
}
