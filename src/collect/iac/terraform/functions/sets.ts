import type { IacValue } from '../../../../model/iac.js';
import { asSet, boolOf, textOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { compareCodePoints, list, map, sameValue, scalar, unknown } from '../values/make.js';
import { argument, type Call, listAt, mapAt, numberAt, openResult, plainOf, type TerraformFunction, textAt } from './contract.js';

type Run = TerraformFunction['run'];

/** Functions of lists, sets and maps that are all known, but for truth tables, of which one item may be enough. */
export const setFunctions: readonly (readonly [string, TerraformFunction])[] = [
  ['slice', partly(slice)],
  ['chunklist', { run: chunkList }],
  ['reverse', partly((args, call) => list([...listAt(args, 0).items].reverse(), call.at, listAt(args, 0).rest))],
  ['sort', { run: sorted }],
  ['index', { run: indexOf }],
  ['matchkeys', { run: matchKeys }],
  [
    'setunion',
    {
      run: (args, call) =>
        asSet(
          list(
            args.flatMap((_, at) => listAt(args, at).items),
            call.at,
          ),
        ),
    },
  ],
  ['setintersection', { run: (args, call) => among(args, call, (inAll) => inAll) }],
  ['setsubtract', { run: (args, call) => among(args, call, (inAll) => !inAll) }],
  ['setsymmetricdifference', { run: symmetricDifference }],
  ['setproduct', partly(product)],
  ['zipmap', partly(zipMap)],
  ['transpose', { run: transpose }],
  ['alltrue', { partial: true, run: (args, call) => truths(args, call, false) }],
  ['anytrue', { partial: true, run: (args, call) => truths(args, call, true) }],
  ['list', { partial: true, run: (args, call) => list(args, call.at) }],
  ['map', { run: oldMap }],
];

/** Runs when the lists themselves are known; their items may be unknown. */
function partly(run: Run): TerraformFunction {
  return {
    partial: true,
    run: (args, call) => (args.some((arg) => arg.kind === 'unknown') ? openResult(args, call) : run(args, call)),
  };
}

function slice(args: readonly IacValue[], call: Call): IacValue {
  const { items, rest } = listAt(args, 0);
  const [start, end] = [numberAt(args, 1), numberAt(args, 2)];
  if (rest !== undefined) return openResult(args, call);
  if (start < 0 || end < start || end > items.length) throw new EvaluationError('no such items');
  return list(items.slice(start, end), call.at);
}

function chunkList(args: readonly IacValue[], call: Call): IacValue {
  const { items } = listAt(args, 0);
  const size = numberAt(args, 1) || items.length || 1;
  if (size < 0 || !Number.isInteger(size)) throw new EvaluationError('no size');
  const chunks: IacValue[] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(list(items.slice(at, at + size), call.at));
  return list(chunks, call.at);
}

function sorted(args: readonly IacValue[], call: Call): IacValue {
  const texts = listAt(args, 0).items.map((_, at, items) => textAt(items, at));
  return list(
    texts.sort(compareCodePoints).map((text) => scalar(text, call.at)),
    call.at,
  );
}

function indexOf(args: readonly IacValue[], call: Call): IacValue {
  const at = listAt(args, 0).items.findIndex((item) => sameValue(item, argument(args, 1)) === true);
  if (at < 0) throw new EvaluationError('not in the list');
  return scalar(at, call.at);
}

function matchKeys(args: readonly IacValue[], call: Call): IacValue {
  const [values, keys, wanted] = [listAt(args, 0).items, listAt(args, 1).items, listAt(args, 2).items];
  const kept = values.filter((_, at) => {
    call.budget.spend(wanted.length);
    const key = keys[at];
    return key !== undefined && wanted.some((item) => sameValue(item, key) === true);
  });
  return list(kept, call.at);
}

/** Items of the first set that the others hold, or do not. */
function among(args: readonly IacValue[], call: Call, keeps: (inAll: boolean) => boolean): IacValue {
  const others = args.slice(1).map((_, at) => keysOf(listAt(args, at + 1).items, call));
  const items = listAt(args, 0).items.filter((item) => keeps(others.every((other) => other.has(keyOf(item)))));
  return asSet(list(items, call.at));
}

function symmetricDifference(args: readonly IacValue[], call: Call): IacValue {
  const [left, right] = [listAt(args, 0).items, listAt(args, 1).items];
  const [inLeft, inRight] = [keysOf(left, call), keysOf(right, call)];
  return asSet(list([...left.filter((item) => !inRight.has(keyOf(item))), ...right.filter((item) => !inLeft.has(keyOf(item)))], call.at));
}

function keysOf(items: readonly IacValue[], { budget }: Call): Set<string> {
  budget.spend(items.length);
  return new Set(items.map(keyOf));
}

function keyOf(item: IacValue): string {
  return JSON.stringify(plainOf(item));
}

function product(args: readonly IacValue[], call: Call): IacValue {
  const lists = args.map((_, at) => listAt(args, at));
  if (lists.some(({ rest }) => rest !== undefined)) return openResult(args, call);
  const count = lists.reduce((total, { items }) => total * items.length, 1);
  if (!call.budget.allowsItems(count, call.at)) return openResult(args, call);
  call.budget.spend(count * lists.length);
  const rows = lists.reduce<IacValue[][]>((made, { items }) => made.flatMap((row) => items.map((item) => [...row, item])), [[]]);
  return list(
    rows.map((row) => list(row, call.at)),
    call.at,
  );
}

function zipMap(args: readonly IacValue[], call: Call): IacValue {
  const [keys, values] = [listAt(args, 0), listAt(args, 1)];
  if (keys.rest !== undefined || values.rest !== undefined) return openResult(args, call);
  const entries = new Map<string, IacValue>();
  let rest: string | undefined;
  keys.items.forEach((key, at) => {
    if (key.kind === 'scalar') entries.set(textOf(key), values.items[at] ?? unknown(call.written, call.at));
    else rest ??= call.written;
  });
  return map(entries, call.at, rest);
}

function transpose(args: readonly IacValue[], call: Call): IacValue {
  const made = new Map<string, IacValue[]>();
  for (const [key, items] of mapAt(args, 0).entries) {
    for (const [at] of (items.kind === 'list' ? items.items : []).entries()) {
      const name = textAt(items.kind === 'list' ? items.items : [], at);
      made.set(name, [...(made.get(name) ?? []), scalar(key, call.at)]);
    }
  }
  return map(new Map([...made].map(([name, keys]) => [name, list(keys, call.at)])), call.at);
}

/** `anytrue` is decided by one true item, `alltrue` by one false one. */
function truths(args: readonly IacValue[], call: Call, decides: boolean): IacValue {
  const from = argument(args, 0);
  if (from.kind === 'unknown') return openResult(args, call);
  const { items, rest } = listAt(args, 0);
  const known = items.map((item) => (item.kind === 'scalar' ? item.value !== null && boolOf(item) : undefined));
  if (known.includes(decides)) return scalar(decides, call.at);
  return known.includes(undefined) || rest !== undefined ? openResult(args, call) : scalar(!decides, call.at);
}

function oldMap(args: readonly IacValue[], call: Call): IacValue {
  const entries = new Map<string, IacValue>();
  for (let at = 0; at + 1 < args.length; at += 2) entries.set(textAt(args, at), argument(args, at + 1));
  return map(entries, call.at);
}
