import type { IacList, IacMap, IacScalar, IacUnknown, IacValue, SourcePlace } from '../../../../model/iac.js';

/** What a value takes over from those that it was made of. */
export interface Origin {
  refersTo?: readonly string[];
  sensitive?: true;
  via?: readonly SourcePlace[];
}

/** Places that are kept of the way of a value. */
export const MAX_VIA = 8;

export function scalar(value: IacScalar['value'], at: SourcePlace, origin: Origin = {}): IacScalar {
  return { kind: 'scalar', value, at, ...origin };
}

export function list(items: readonly IacValue[], at: SourcePlace, rest?: string, origin: Origin = {}): IacList {
  return { kind: 'list', items, at, ...(rest !== undefined && { rest }), ...origin };
}

export function map(entries: ReadonlyMap<string, IacValue>, at: SourcePlace, rest?: string, origin: Origin = {}): IacMap {
  return { kind: 'map', entries, at, ...(rest !== undefined && { rest }), ...origin };
}

export type UnknownParts = Pick<IacUnknown, 'pieces' | 'oneOf' | 'encodes'>;

export function unknown(expression: string, at: SourcePlace, origin: Origin = {}, parts: UnknownParts = {}): IacUnknown {
  return { kind: 'unknown', expression, at, ...parts, ...origin };
}

/** What all of some values hand on to what is made of them; with the place of that, also where they come from. */
export function originOf(values: readonly IacValue[], at?: SourcePlace): Origin {
  let refersTo: Set<string> | undefined;
  let sensitive: true | undefined;
  for (const value of values) {
    if (value.sensitive) sensitive = true;
    if (value.refersTo === undefined) continue;
    refersTo ??= new Set();
    for (const address of value.refersTo) refersTo.add(address);
  }
  const via = at && waysOf(values, at);
  return { ...(refersTo && { refersTo: [...refersTo].sort() }), ...(sensitive && { sensitive }), ...(via && { via }) };
}

function waysOf(values: readonly IacValue[], at: SourcePlace): SourcePlace[] | undefined {
  let ways: SourcePlace[] | undefined;
  for (const value of values) {
    if (value.via === undefined && isPlace(value.at, at)) continue;
    for (const place of [value.at, ...(value.via ?? [])]) {
      if (isPlace(place, at) || ways?.some((known) => isPlace(known, place))) continue;
      ways ??= [];
      if (ways.push(place) === MAX_VIA) return ways;
    }
  }
  return ways;
}

function isPlace(a: SourcePlace, b: SourcePlace): boolean {
  return a === b || (a.line === b.line && a.path === b.path);
}

/** The same value, also read from further resources, by a further way, or sensitive. */
export function withOrigin<T extends IacValue>(value: T, origin: Origin): T {
  const { refersTo, sensitive, via } = origin;
  if (refersTo === undefined && sensitive === undefined && via === undefined) return value;
  const joined = originOf([value, { kind: 'unknown', expression: '', at: value.at, ...origin }]);
  const ways = via && [...new Set([...(value.via ?? []), ...via])].slice(0, MAX_VIA);
  return { ...value, ...joined, ...(ways && { via: ways }) };
}

/** True when a value and everything in it is known. */
export function isKnown(value: IacValue): boolean {
  switch (value.kind) {
    case 'scalar':
      return true;
    case 'unknown':
      return false;
    case 'list':
      return value.rest === undefined && value.items.every(isKnown);
    case 'map':
      return value.rest === undefined && [...value.entries.values()].every(isKnown);
  }
}

/** Keys in the order in which Terraform goes through a map: by code points. */
export function sortedEntries(value: IacMap): [string, IacValue][] {
  return [...value.entries].sort(([a], [b]) => compareCodePoints(a, b));
}

/** Order of UTF-8 bytes, which is that of code points. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const left = Array.from(a);
  const right = Array.from(b);
  for (let at = 0; at < left.length && at < right.length; at++) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** True: equal; false: different, whatever is unknown; undefined: it hangs on something unknown. */
export function sameValue(left: IacValue, right: IacValue): boolean | undefined {
  if (left.kind === 'unknown' || right.kind === 'unknown') return sameUnknown(left, right);
  if (left.kind === 'scalar' && right.kind === 'scalar') return left.value === right.value;
  if (left.kind === 'list' && right.kind === 'list') return sameLists(left, right);
  if (left.kind === 'map' && right.kind === 'map') return sameMaps(left, right);
  return false;
}

function sameUnknown(left: IacValue, right: IacValue): false | undefined {
  const [open, other] = left.kind === 'unknown' ? [left, right] : [right, left];
  if (open.kind !== 'unknown' || other.kind === 'unknown') return undefined;
  if (open.oneOf?.every((choice) => sameValue(choice, other) === false)) return false;
  if (open.pieces === undefined) return undefined;
  if (other.kind !== 'scalar' || typeof other.value !== 'string') return false;
  const [first, last] = [open.pieces[0], open.pieces.at(-1)];
  const differs = (first != null && !other.value.startsWith(first)) || (last != null && !other.value.endsWith(last));
  return differs ? false : undefined;
}

function sameLists(left: IacList, right: IacList): boolean | undefined {
  const open = left.rest !== undefined || right.rest !== undefined;
  if (!open && left.items.length !== right.items.length) return false;
  if (open) return undefined;
  return allSame(left.items.map((item, at) => [item, right.items[at]]));
}

function sameMaps(left: IacMap, right: IacMap): boolean | undefined {
  const open = left.rest !== undefined || right.rest !== undefined;
  if (!open && left.entries.size !== right.entries.size) return false;
  const verdict = allSame([...left.entries].map(([key, value]) => [value, right.entries.get(key)]));
  return open && verdict ? undefined : verdict;
}

function allSame(pairs: readonly (readonly [IacValue, IacValue | undefined])[]): boolean | undefined {
  let verdict: boolean | undefined = true;
  for (const [left, right] of pairs) {
    const same = right === undefined ? false : sameValue(left, right);
    if (same === false) return false;
    if (same === undefined) verdict = undefined;
  }
  return verdict;
}
