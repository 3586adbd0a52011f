import type { IacList, IacMap, IacScalar, IacValue } from '../../../../model/iac.js';
import { EvaluationError } from './errors.js';
import { compareCodePoints, originOf, sameValue, unknown } from './make.js';

/** A type constraint of a variable. */
export type TypeConstraint =
  | { kind: 'any' }
  | { kind: 'string' | 'number' | 'bool' }
  | { kind: 'list' | 'set' | 'map'; of: TypeConstraint }
  | { kind: 'tuple'; items: readonly TypeConstraint[] }
  | { kind: 'object'; attributes: ReadonlyMap<string, ObjectAttribute> };

export interface ObjectAttribute {
  type: TypeConstraint;
  optional: boolean;
  fallback?: IacValue;
}

/** The value as the type asks for; unknown parts stay. Throws EvaluationError where Terraform could not convert. */
export function convert(value: IacValue, type: TypeConstraint): IacValue {
  if (value.kind === 'unknown') return convertUnknown(value, type);
  if (type.kind === 'any' || (value.kind === 'scalar' && value.value === null)) return value;
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'bool':
      return convertScalar(value, type.kind);
    case 'list':
    case 'set':
      return convertList(value, type.kind, type.of);
    case 'tuple':
      return value.kind === 'list'
        ? { ...value, items: value.items.map((item, at) => convert(item, type.items[at] ?? ANY)) }
        : mismatch(value, type.kind);
    case 'map':
      return value.kind === 'map' ? mapEntries(value, (entry) => convert(entry, type.of)) : mismatch(value, type.kind);
    case 'object':
      return value.kind === 'map' ? convertObject(value, type.attributes) : mismatch(value, type.kind);
  }
}

export const ANY: TypeConstraint = { kind: 'any' };

function convertUnknown(value: Extract<IacValue, { kind: 'unknown' }>, type: TypeConstraint): IacValue {
  if (value.oneOf === undefined) return value;
  return { ...value, oneOf: value.oneOf.map((choice) => convert(choice, type)) };
}

function mismatch(value: IacValue, wanted: string): never {
  throw new EvaluationError(`a ${value.kind} is no ${wanted}`);
}

function convertScalar(value: IacValue, kind: 'string' | 'number' | 'bool'): IacValue {
  if (value.kind !== 'scalar') return mismatch(value, kind);
  if (kind === 'string') return typeof value.value === 'string' ? value : { ...value, value: textOf(value) };
  if (kind === 'number') return { ...value, value: numberOf(value) };
  return { ...value, value: boolOf(value) };
}

function convertList(value: IacValue, kind: 'list' | 'set', of: TypeConstraint): IacValue {
  if (value.kind !== 'list') return mismatch(value, kind);
  const converted: IacList = { ...value, items: value.items.map((item) => convert(item, of)) };
  return kind === 'set' ? asSet(converted) : converted;
}

function mapEntries(value: IacMap, change: (entry: IacValue) => IacValue): IacMap {
  return { ...value, entries: new Map([...value.entries].map(([key, entry]) => [key, change(entry)])) };
}

/** Attributes that the type does not name are dropped, as Terraform does. */
function convertObject(value: IacMap, attributes: ReadonlyMap<string, ObjectAttribute>): IacMap {
  const entries = new Map<string, IacValue>();
  for (const [name, { type, optional, fallback }] of attributes) {
    const given = value.entries.get(name);
    const isNull = given?.kind === 'scalar' && given.value === null;
    if (given !== undefined && !(isNull && fallback)) entries.set(name, convert(given, type));
    else if (value.rest !== undefined && given === undefined)
      entries.set(name, unknown(`${value.rest}.${name}`, value.at, originOf([value])));
    else if (!optional) throw new EvaluationError(`${name} is required`);
    else entries.set(name, fallback ? convert(fallback, type) : { kind: 'scalar', value: null, at: value.at });
  }
  const { rest: _, ...closed } = value;
  return { ...closed, entries };
}

/** Without duplicates and, where all are known texts or numbers, in Terraform's order of sets. */
export function asSet(value: IacList): IacList {
  const items: IacValue[] = [];
  const seen = new Set<unknown>();
  for (const item of value.items) {
    if (item.kind === 'scalar') {
      if (seen.has(item.value)) continue;
      seen.add(item.value);
    } else if (value.items.length <= 1000 && items.some((other) => sameValue(other, item) === true)) continue;
    items.push(item);
  }
  return { ...value, items: items.every((item) => item.kind === 'scalar') ? items.sort(compareScalars) : items };
}

function compareScalars(a: IacValue, b: IacValue): number {
  if (a.kind !== 'scalar' || b.kind !== 'scalar') return 0;
  if (typeof a.value === 'number' && typeof b.value === 'number') return a.value - b.value;
  return compareCodePoints(String(a.value), String(b.value));
}

/** The text of a known scalar, as Terraform converts it. Throws EvaluationError for null. */
export function textOf({ value }: IacScalar): string {
  if (value === null) throw new EvaluationError('null is no text');
  return typeof value === 'number' ? numberText(value) : String(value);
}

export function numberText(value: number): string {
  const text = String(value);
  return text.includes('e') ? (wholeNumber(value) ?? text) : text;
}

function wholeNumber(value: number): string | undefined {
  return Number.isInteger(value) ? BigInt(value).toString() : undefined;
}

export function numberOf({ value }: IacScalar): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(value)) return Number(value);
  throw new EvaluationError('a number is needed');
}

export function boolOf({ value }: IacScalar): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw new EvaluationError('true or false is needed');
}
