import type { IacList, IacMap, IacValue } from '../../../../model/iac.js';
import { withoutOrder } from '../evaluate/access.js';
import { asSet, numberOf, textOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { list, map, originOf, sameValue, scalar, sortedEntries, unknown, withOrigin } from '../values/make.js';
import { argument, type Call, listAt, mapAt, openResult, type TerraformFunction } from './contract.js';

type Run = TerraformFunction['run'];

const partial = (run: Run): TerraformFunction => ({ partial: true, run });

export const collectionFunctions: readonly (readonly [string, TerraformFunction])[] = [
  ['concat', partial(concat)],
  ['merge', partial(merge)],
  ['flatten', partial((args, call) => flatten(args, call))],
  ['length', partial(length)],
  ['lookup', partial(lookup)],
  ['element', partial(element)],
  ['contains', partial(contains)],
  ['coalesce', partial(coalesce)],
  ['coalescelist', partial(coalesceList)],
  ['compact', partial(compact)],
  ['distinct', partial(setOf)],
  ['toset', partial(setOf)],
  ['tolist', partial((args) => toList(args))],
  ['tomap', partial((args, call) => known(args, call, (value) => (value.kind === 'map' ? value : refuse('no map'))))],
  ['keys', partial(keys)],
  ['values', partial(values)],
  ['one', partial(one)],
  ['sensitive', partial((args) => ({ ...argument(args, 0), sensitive: true }))],
  ['nonsensitive', partial((args) => withoutMark(argument(args, 0)))],
  ['ephemeralasnull', partial((args) => argument(args, 0))],
];

function refuse(message: string): never {
  throw new EvaluationError(message);
}

/** Does something with the first argument, unless that is unknown. */
function known(args: readonly IacValue[], call: Call, change: (value: IacValue) => IacValue): IacValue {
  const value = argument(args, 0);
  return value.kind === 'unknown' ? openResult([value], call) : change(value);
}

function withoutMark(value: IacValue): IacValue {
  const { sensitive: _, ...open } = value;
  return open;
}

/** Lists, of which unknown ones add what nobody knows. */
function concat(args: readonly IacValue[], call: Call): IacValue {
  const items: IacValue[] = [];
  let rest: string | undefined;
  let shuffled = false;
  for (const arg of args) {
    if (rest !== undefined) shuffled = true;
    if (arg.kind === 'unknown') rest ??= arg.expression;
    else if (arg.kind === 'list') {
      items.push(...arg.items);
      rest ??= arg.rest;
    } else refuse('no list');
  }
  if (!call.budget.allowsItems(items.length, call.at)) return openResult(args, call);
  const result = list(items, call.at, rest, originOf(args));
  return shuffled ? withoutOrder(result) : result;
}

/** Maps, the later before the earlier; an unknown one may set anything that comes before it. */
function merge(args: readonly IacValue[], call: Call): IacValue {
  const entries = new Map<string, IacValue>();
  let rest: string | undefined;
  for (const arg of args) {
    const open = arg.kind === 'unknown' ? arg.expression : arg.kind === 'map' ? arg.rest : undefined;
    if (open !== undefined) {
      rest ??= open;
      for (const [key, value] of entries)
        entries.set(key, unknown(open, call.at, originOf([arg]), { oneOf: [value, unknown(open, call.at)] }));
    }
    if (arg.kind === 'map') for (const [key, value] of arg.entries) entries.set(key, value);
    else if (arg.kind === 'list') refuse('no map');
  }
  return map(entries, call.at, rest, originOf(args));
}

function flatten(args: readonly IacValue[], call: Call): IacValue {
  const items: IacValue[] = [];
  let rest: string | undefined;
  const add = (value: IacValue): void => {
    call.budget.spend();
    if (value.kind !== 'list') items.push(value);
    else {
      for (const item of value.items) add(item);
      rest ??= value.rest;
    }
  };
  const value = argument(args, 0);
  if (value.kind === 'unknown') return openResult(args, call);
  add(listAt(args, 0));
  return list(items, call.at, rest, originOf([value]));
}

function length(args: readonly IacValue[], call: Call): IacValue {
  const value = argument(args, 0);
  if (value.kind === 'unknown' || (value.kind !== 'scalar' && value.rest !== undefined)) {
    return unknown(value.kind === 'unknown' ? value.expression : (value.rest ?? call.written), call.at, originOf([value]));
  }
  const count = value.kind === 'list' ? value.items.length : value.kind === 'map' ? value.entries.size : Array.from(textOf(value)).length;
  return scalar(count, call.at, originOf([value]));
}

function lookup(args: readonly IacValue[], call: Call): IacValue {
  const from = argument(args, 0);
  const key = argument(args, 1);
  if (from.kind === 'unknown' || key.kind !== 'scalar') return openResult(args, call);
  const found = mapAt(args, 0).entries.get(textOf(key));
  if (found !== undefined) return withOrigin(found, originOf([from, key]));
  if (from.kind === 'map' && from.rest !== undefined) return unknown(from.rest, call.at, originOf(args));
  return argument(args, 2);
}

function element(args: readonly IacValue[], call: Call): IacValue {
  const from = argument(args, 0);
  const index = argument(args, 1);
  if (from.kind === 'unknown' || index.kind !== 'scalar' || (from.kind === 'list' && from.rest !== undefined))
    return openResult(args, call);
  const { items } = listAt(args, 0);
  if (items.length === 0) refuse('the list is empty');
  const wrapped = ((numberOf(index) % items.length) + items.length) % items.length;
  return items[wrapped] ?? refuse('no whole number');
}

function contains(args: readonly IacValue[], call: Call): IacValue {
  const from = argument(args, 0);
  if (from.kind === 'unknown') return openResult(args, call);
  const wanted = argument(args, 1);
  const { items, rest } = listAt(args, 0);
  const verdicts = items.map((item) => sameValue(item, wanted));
  if (verdicts.includes(true)) return scalar(true, call.at, originOf(args));
  return verdicts.includes(undefined) || rest !== undefined ? openResult(args, call) : scalar(false, call.at, originOf(args));
}

function isNull(value: IacValue): boolean {
  return value.kind === 'scalar' && value.value === null;
}

function coalesce(args: readonly IacValue[], call: Call): IacValue {
  const left: IacValue[] = [];
  for (const arg of args) {
    if (arg.kind === 'unknown') left.push(arg);
    else if (!isNull(arg) && !(arg.kind === 'scalar' && arg.value === '')) {
      return left.length === 0 ? arg : { ...openResult(left, call), oneOf: [...left, arg] };
    }
  }
  return left.length > 0 ? openResult(left, call) : refuse('nothing is set');
}

function coalesceList(args: readonly IacValue[], call: Call): IacValue {
  for (const arg of args) {
    if (arg.kind === 'unknown' || (arg.kind === 'list' && arg.items.length === 0 && arg.rest !== undefined)) return openResult(args, call);
    if (arg.kind === 'list' && arg.items.length > 0) return arg;
  }
  return refuse('every list is empty');
}

function compact(args: readonly IacValue[], call: Call): IacValue {
  return known(args, call, () => {
    const from = listAt(args, 0);
    return { ...from, at: call.at, items: from.items.filter((item) => !isNull(item) && !(item.kind === 'scalar' && item.value === '')) };
  });
}

function setOf(args: readonly IacValue[], call: Call): IacValue {
  return known(args, call, () => asSet(listAt(args, 0)));
}

function toList(args: readonly IacValue[]): IacValue {
  const value = argument(args, 0);
  return value.kind === 'unknown' || isNull(value) ? value : listAt(args, 0);
}

function keys(args: readonly IacValue[], call: Call): IacValue {
  return known(args, call, () => {
    const from = mapAt(args, 0);
    return list(
      sortedEntries(from).map(([key]) => scalar(key, call.at)),
      call.at,
      from.rest,
      originOf(from.sensitive ? [from] : []),
    );
  });
}

function values(args: readonly IacValue[], call: Call): IacValue {
  return known(args, call, () => {
    const from: IacMap = mapAt(args, 0);
    return list(
      sortedEntries(from).map(([, value]) => value),
      call.at,
      from.rest,
      originOf(from.sensitive ? [from] : []),
    );
  });
}

function one(args: readonly IacValue[], call: Call): IacValue {
  return known(args, call, () => {
    const { items, rest }: IacList = listAt(args, 0);
    if (rest !== undefined) return openResult(args, call);
    if (items.length > 1) refuse('more than one item');
    return items[0] ?? scalar(null, call.at);
  });
}
