import type { IacValue } from '../../../model/iac.js';

/** Keys whose list replaces the earlier one, as their command lines are one thing. */
const REPLACED = new Set(['command', 'entrypoint', 'test']);
/** Keys that may be a list of `NAME=value` or a mapping. */
const PAIRS = new Set(['environment', 'labels', 'args', 'annotations', 'sysctls', 'extra_hosts', 'driver_opts']);

/** What a later file or an extending service makes of an earlier value: mappings join, lists grow, all else is replaced. */
export function merged(base: IacValue | undefined, over: IacValue, key = ''): IacValue {
  const marked = markOf(over);
  if (marked) return marked.value;
  if (base === undefined) return over;
  if (PAIRS.has(key)) return mergedMaps(asPairs(base), asPairs(over));
  if (base.kind === 'map' && over.kind === 'map') return mergedMaps(base, over);
  if (base.kind === 'list' && over.kind === 'list' && !REPLACED.has(key)) return mergedLists(base.items, over.items, { over, key });
  return over;
}

function mergedMaps(base: IacValue, over: IacValue): IacValue {
  if (base.kind !== 'map' || over.kind !== 'map') return over;
  const entries = new Map(base.entries);
  for (const [key, value] of over.entries) {
    if (markOf(value)?.mark === '!reset') entries.delete(key);
    else entries.set(key, merged(entries.get(key), value, key));
  }
  return { ...base, entries };
}

function mergedLists(base: readonly IacValue[], over: readonly IacValue[], { over: list, key }: { over: IacValue; key: string }): IacValue {
  const told = new Set(over.map((item) => identityOf(item, key)));
  return { kind: 'list', at: list.at, items: [...base.filter((item) => !told.has(identityOf(item, key))), ...over] };
}

/** What makes two items the same: the target of a mount, otherwise all of it. */
function identityOf(item: IacValue, key: string): string {
  if (item.kind === 'scalar') {
    const text = String(item.value);
    if (key !== 'volumes' && key !== 'devices') return text;
    const [source = '', target = source] = text.split(':');
    return target;
  }
  const target = item.kind === 'map' ? item.entries.get('target') : undefined;
  return target?.kind === 'scalar' ? String(target.value) : `${item.at.path}:${item.at.line}`;
}

/** `[NAME=value]` as a mapping; all else as it is. */
export function asPairs(value: IacValue): IacValue {
  if (value.kind !== 'list') return value;
  const entries = new Map<string, IacValue>();
  for (const item of value.items) {
    const pair = pairOf(item);
    if (pair) entries.set(pair.name, pair.value);
  }
  return { kind: 'map', at: value.at, entries };
}

function pairOf(item: IacValue): { name: string; value: IacValue } | undefined {
  const { at } = item;
  if (item.kind === 'unknown') {
    const [first, ...rest] = item.pieces ?? [];
    const equals = first?.indexOf('=') ?? -1;
    if (!first || equals === -1) return undefined;
    const pieces = [first.slice(equals + 1), ...rest].filter((piece) => piece !== '');
    return { name: first.slice(0, equals), value: { kind: 'unknown', at, expression: item.expression, pieces } };
  }
  if (item.kind !== 'scalar') return undefined;
  const text = String(item.value ?? '');
  const equals = text.indexOf('=');
  if (equals === -1) return { name: text, value: { kind: 'scalar', at, value: null } };
  return { name: text.slice(0, equals), value: { kind: 'scalar', at, value: text.slice(equals + 1) } };
}

const MARKS = new Set(['!reset', '!override']);

/** A value that `!reset` or `!override` marks: a mapping of the mark alone, until it is merged. */
export function tagged(tag: string, value: IacValue): IacValue {
  return MARKS.has(tag) ? { kind: 'map', at: value.at, entries: new Map([[tag, value]]) } : value;
}

function markOf(value: IacValue): { mark: string; value: IacValue } | undefined {
  const [only, ...others] = value.kind === 'map' ? value.entries : [];
  return only && others.length === 0 && MARKS.has(only[0]) ? { mark: only[0], value: only[1] } : undefined;
}
