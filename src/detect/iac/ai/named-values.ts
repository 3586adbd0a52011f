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
export function namedValues(value: IacValue): NamedPlace[] {
  const found: NamedPlace[] = [];
  addNamed(found, value, 0);
  return found;
}

/** Every resource is searched: the names are gathered, as generators within generators hand each of them up level by level. */
function addNamed(found: NamedPlace[], value: IacValue, depth: number): void {
  if (depth > DEPTH) return;
  if (value.kind === 'list') {
    for (const item of value.items) addItem(found, item, depth);
  } else if (value.kind === 'map') {
    for (const [name, entry] of value.entries) {
      if (entry.kind === 'scalar' || entry.kind === 'unknown') found.push({ name, value: entry, at: entry.at });
      addItem(found, entry, depth);
    }
  }
}

function addItem(found: NamedPlace[], item: IacValue, depth: number): void {
  const match = VARIABLE.exec(textOf(item) ?? '');
  if (match?.[1] !== undefined) found.push({ name: match[1], value: { kind: 'scalar', at: item.at, value: match[2] ?? '' }, at: item.at });
  const name = item.kind === 'map' ? (textOf(member(item, 'name')) ?? textOf(member(item, 'Name'))) : undefined;
  for (const key of name === undefined ? [] : VALUES) {
    const own = member(item, key);
    if (name !== undefined && own) found.push({ name, value: own, at: own.at });
  }
  addNamed(found, item, depth + 1);
}
