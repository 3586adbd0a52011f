import type { IacList, IacMap, IacScalar, IacUnknown, IacValue, SourcePlace } from '../../../model/iac.js';
import { redact } from '../../../support/redact.js';

/** Longest expression that an unknown keeps. */
const MAX_EXPRESSION = 160;

/** Null is what `AWS::NoValue` leaves: an attribute or an item that is not there. */
export const ABSENT: IacScalar['value'] = null;

export function scalar(value: IacScalar['value'], at: SourcePlace, via?: readonly SourcePlace[]): IacScalar {
  return { kind: 'scalar', value, at, ...(via && via.length > 0 && { via }) };
}

export function mapOf(at: SourcePlace, entries: Iterable<readonly [string, IacValue]>): IacMap {
  return { kind: 'map', at, entries: new Map(entries) };
}

export function listOf(at: SourcePlace, items: readonly IacValue[]): IacList {
  return { kind: 'list', at, items };
}

export function unknown(
  expression: string,
  at: SourcePlace,
  more: Partial<Pick<IacUnknown, 'pieces' | 'oneOf' | 'refersTo' | 'via'>> = {},
): IacUnknown {
  const line = redact(expression.replace(/\s+/g, ' ').trim());
  return { kind: 'unknown', at, expression: line.length > MAX_EXPRESSION ? `${line.slice(0, MAX_EXPRESSION - 1)}…` : line, ...more };
}

export function isAbsent(value: IacValue): boolean {
  return value.kind === 'scalar' && value.value === ABSENT;
}

/** The text of a scalar as CloudFormation puts it into other texts; undefined for what is no text. */
export function textOf(value: IacValue | undefined): string | undefined {
  return value?.kind === 'scalar' && value.value !== null ? String(value.value) : undefined;
}

/** Numbers of a scalar, also written as text. */
export function numberOf(value: IacValue | undefined): number | undefined {
  const text = textOf(value);
  return text !== undefined && /^-?\d+$/.test(text.trim()) ? Number(text) : undefined;
}

export function entryOf(value: IacValue | undefined, key: string): IacValue | undefined {
  return value?.kind === 'map' ? value.entries.get(key) : undefined;
}

export function itemsOf(value: IacValue | undefined): readonly IacValue[] {
  return value?.kind === 'list' ? value.items : [];
}

/** Addresses that a value names anywhere in it. */
export function* referencesIn(value: IacValue): Iterable<string> {
  if (value.kind === 'list') for (const item of value.items) yield* referencesIn(item);
  else if (value.kind === 'map') for (const item of value.entries.values()) yield* referencesIn(item);
  else if (value.kind === 'unknown') {
    yield* value.refersTo ?? [];
    for (const one of value.oneOf ?? []) yield* referencesIn(one);
  }
}

/** The places that led to a value, the nearest first, without those of the value itself. */
export function viaOf(value: IacValue, at: SourcePlace): SourcePlace[] {
  const places = [value.at, ...(value.via ?? [])];
  return places.filter(({ path, line }) => path !== at.path || line !== at.line);
}

/** A value that stands somewhere else, at the place that uses it. */
export function usedAt<Value extends IacValue>(value: Value, at: SourcePlace): Value {
  const via = viaOf(value, at);
  return { ...value, at, ...(via.length > 0 && { via }) };
}

/** What is known of a text in pieces: a scalar if every one is known. */
export function textOfPieces(parts: readonly IacValue[], at: SourcePlace, expression: string): IacValue {
  const pieces: (string | null)[] = [];
  const refersTo = new Set<string>();
  const via: SourcePlace[] = [];
  for (const part of parts) {
    const known = textOf(part) ?? (part.kind === 'scalar' ? '' : undefined);
    if (known === undefined && part.kind === 'unknown' && part.pieces) pieces.push(...part.pieces);
    else pieces.push(known ?? null);
    for (const address of referencesIn(part)) refersTo.add(address);
    via.push(...viaOf(part, at));
  }
  const joined = joinedPieces(pieces);
  if (joined.every((piece) => piece !== null)) return scalar(joined.join(''), at, via);
  return unknown(expression, at, { pieces: joined, ...(refersTo.size > 0 && { refersTo: [...refersTo].sort() }) });
}

function joinedPieces(pieces: readonly (string | null)[]): (string | null)[] {
  const joined: (string | null)[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece !== null && typeof last === 'string') joined[joined.length - 1] = last + piece;
    else if (piece !== '') joined.push(piece);
  }
  return joined;
}

/** A short form of an expression for messages: `!If [IsProd, …]`. */
export function shown(value: IacValue, depth = 0): string {
  if (value.kind === 'unknown') return value.expression;
  if (value.kind === 'scalar') return String(value.value);
  if (depth > 2) return '…';
  if (value.kind === 'list')
    return `[${value.items
      .slice(0, 4)
      .map((item) => shown(item, depth + 1))
      .join(', ')}${value.items.length > 4 ? ', …' : ''}]`;
  const [only] = value.entries;
  if (value.entries.size === 1 && only && (only[0].startsWith('Fn::') || only[0] === 'Ref' || only[0] === 'Condition'))
    return `!${only[0].replace('Fn::', '')} ${shown(only[1], depth + 1)}`;
  return '{…}';
}
