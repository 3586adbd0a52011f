import type { IacList, IacMap, IacUnknown, IacValue, SourcePlace } from '../../../../model/iac.js';
import { numberOf, textOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { originOf, unknown, withOrigin } from '../values/make.js';

const unordered = new WeakSet<IacValue>();

/** A list of which nobody knows what stands where, because unknown items may stand before the known ones. */
export function withoutOrder(value: IacList): IacList {
  unordered.add(value);
  return value;
}

/** Does the same to everything that a value can be. */
export function overChoices(value: IacUnknown, expression: string, change: (choice: IacValue) => IacValue): IacValue {
  if (value.oneOf === undefined) return unknown(expression, value.at, originOf([value]));
  const oneOf = value.oneOf.map(change);
  return unknown(expression, value.at, originOf([value, ...oneOf]), { oneOf });
}

/** `of.name`. */
export function attributeOf(of: IacValue, name: string, expression: string): IacValue {
  if (of.kind === 'unknown') return overChoices(of, expression, (choice) => attributeOf(choice, name, expression));
  if (of.kind === 'map') return entryOf(of, name, expression);
  // In old Terraform a block that may stand only once was read without its index.
  throw new EvaluationError(`a ${of.kind} has no ${name}`);
}

/** `of[key]`. */
export function itemOf(of: IacValue, key: IacValue, expression: string, at: SourcePlace): IacValue {
  if (of.kind === 'unknown') return overChoices(of, expression, (choice) => itemOf(choice, key, expression, at));
  if (key.kind !== 'scalar') return unknown(expression, at, originOf([of, key, ...itemsOf(of)]));
  if (of.kind === 'map') return entryOf(of, textOf(key), expression);
  if (of.kind === 'scalar') throw new EvaluationError('no list or map');
  const index = numberOf(key);
  const item = of.items[index];
  if (item !== undefined && !unordered.has(of)) return withOrigin(item, originOf(of.sensitive ? [of] : []));
  if (of.rest === undefined) throw new EvaluationError(`no item ${index}`);
  return unknown(expression, at, originOf([of]));
}

function itemsOf(value: IacValue): readonly IacValue[] {
  if (value.kind === 'list') return value.items;
  return value.kind === 'map' ? [...value.entries.values()] : [];
}

function entryOf(of: IacMap, name: string, expression: string): IacValue {
  const found = of.entries.get(name);
  if (found !== undefined) return withOrigin(found, originOf([of]));
  if (of.rest === undefined) throw new EvaluationError(`no ${name}`);
  return unknown(expression, of.at, originOf([of]));
}
