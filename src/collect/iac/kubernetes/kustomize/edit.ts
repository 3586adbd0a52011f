import type { IacList, IacMap, IacValue, SourcePlace } from '../../../../model/iac.js';

/** An object of an overlay on its way through the kustomizations. */
export interface OverlayObject {
  body: IacMap;
  endLine: number;
  /** Set when nobody could evaluate whether it is there: the condition. */
  condition?: string;
  /** The names that it had below, and its own: patches may use any of them. */
  names: ReadonlySet<string>;
}

export function textAt(value: IacValue | undefined, ...keys: readonly string[]): string {
  let found = value;
  for (const key of keys) found = found?.kind === 'map' ? found.entries.get(key) : undefined;
  return found?.kind === 'scalar' && found.value !== null ? String(found.value) : '';
}

export function listAt(value: IacValue | undefined, key: string): readonly IacValue[] {
  const found = value?.kind === 'map' ? value.entries.get(key) : undefined;
  return found?.kind === 'list' ? found.items : [];
}

/** The same map with another value below a key; undefined takes the key away. */
export function withEntry(map: IacMap, key: string, value: IacValue | undefined): IacMap {
  const entries = new Map(map.entries);
  if (value === undefined) entries.delete(key);
  else entries.set(key, value);
  return { ...map, entries };
}

/** The same map with a value deep in it; maps on the way are made where they are missing. */
export function withValue(map: IacMap, [key = '', ...rest]: readonly string[], value: IacValue): IacMap {
  if (rest.length === 0) return withEntry(map, key, replaced(map.entries.get(key), value));
  const below = map.entries.get(key);
  const inner: IacMap = below?.kind === 'map' ? below : { kind: 'map', at: value.at, entries: new Map() };
  return withEntry(map, key, withValue(inner, rest, value));
}

/** A value that stands for another one, which it names. */
export function replaced<Value extends IacValue>(before: IacValue | undefined, value: Value): Value {
  return before === undefined ? value : { ...value, via: [...(value.via ?? []), before.at] };
}

export function text(value: string, at: SourcePlace): IacValue {
  return { kind: 'scalar', at, value };
}

/** A value with all maps in it changed, from the inside out. */
export function everyMap(value: IacValue, change: (map: IacMap, key: string) => IacMap, key = ''): IacValue {
  if (value.kind === 'list') return { ...value, items: value.items.map((item) => everyMap(item, change, key)) } satisfies IacList;
  if (value.kind !== 'map') return value;
  const entries = new Map([...value.entries].map(([name, entry]) => [name, everyMap(entry, change, name)]));
  return change({ ...value, entries }, key);
}
