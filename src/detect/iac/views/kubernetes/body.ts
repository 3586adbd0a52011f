import { type IacList, type IacMap, type IacScalar, type IacUnknown, type IacValue, writtenName } from '../../../../model/iac.js';
import { textOf } from '../../contract/values.js';

/**
 * What stands under a way of keys. Undefined: certainly nothing, or null, which Kubernetes takes for nothing. A key that may be among
 * those that nobody could evaluate is an unknown.
 */
export function member(value: IacValue | undefined, ...keys: readonly string[]): IacValue | undefined {
  let found = present(value);
  for (const key of keys) {
    if (found === undefined || found.kind === 'unknown') return found;
    if (found.kind !== 'map') return undefined;
    const entry = found.entries.get(key);
    found = entry === undefined && found.rest !== undefined ? unknownOf(found, found.rest) : present(entry);
  }
  return found;
}

/** The items of a list, with one unknown at its end if it may have more. An unknown list is that unknown. */
export function itemsOf(value: IacValue | undefined): readonly IacValue[] {
  if (value === undefined) return [];
  if (value.kind === 'unknown') return [value];
  if (value.kind !== 'list') return [];
  return value.rest === undefined ? value.items : [...value.items, unknownOf(value, value.rest)];
}

/** The entries of a map that are known. */
export function entriesOf(value: IacValue | undefined): readonly (readonly [string, IacValue])[] {
  return value?.kind === 'map' ? [...value.entries] : [];
}

/** The texts of a list, of which the unknown ones are left out. */
export function textsOf(value: IacValue | undefined): readonly string[] {
  return itemsOf(value).flatMap((item) => textOf(item) ?? []);
}

/** A name, with what nobody knows of it as it is written: two names of one chart that look the same are the same. */
export function nameOf(value: IacValue | undefined): string | undefined {
  if (value?.kind !== 'unknown') return textOf(value);
  return value.pieces && writtenName(value);
}

/** False where the known pieces of a text show that it is another one. */
export function mayBe(value: IacUnknown, text: string): boolean {
  const [first, last] = [value.pieces?.[0], value.pieces?.at(-1)];
  return text.startsWith(first ?? '') && text.endsWith(last ?? '');
}

/** What makes a value unknown, anywhere in a list. */
export function unknownIn(value: IacValue | undefined): IacUnknown | undefined {
  return value?.kind === 'unknown' ? value : itemsOf(value).find((item) => item.kind === 'unknown');
}

export function isTrue(value: IacValue | undefined): boolean {
  return value?.kind === 'scalar' && (value.value === true || value.value === 'true');
}

export function isFalse(value: IacValue | undefined): boolean {
  return value?.kind === 'scalar' && (value.value === false || value.value === 'false');
}

/** The map that a value is; of an unknown one a map of which nothing is known; undefined for all else. */
export function mapOf(value: IacValue | undefined): IacMap | undefined {
  if (value?.kind === 'map') return value;
  return value?.kind === 'unknown' ? { kind: 'map', at: value.at, entries: new Map(), rest: value.expression } : undefined;
}

/** The only thing that an unknown can be, if it is there at all, and the condition for that. */
export function conditional(value: IacValue): { value: IacValue; condition?: string } {
  const [only, ...others] = value.kind === 'unknown' ? (value.oneOf ?? []) : [];
  return value.kind === 'unknown' && only && others.length === 0 ? { value: only, condition: value.expression } : { value };
}

function present(value: IacValue | undefined): Exclude<IacValue, never> | undefined {
  return value?.kind === 'scalar' && value.value === null ? undefined : value;
}

function unknownOf({ at, via }: IacScalar | IacList | IacMap, expression: string): IacUnknown {
  return { kind: 'unknown', at, ...(via && { via }), expression };
}
