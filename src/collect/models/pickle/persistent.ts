import type { PickleState, Storage } from './state.js';
import { UNKNOWN, type ValueRef } from './store.js';

const STORAGE_CLASS = /^(?:\w+Storage|storage\.(?:Untyped|Typed)Storage)$/;

/**
 * The storage that a persistent id names, if it is exactly torch's tuple: `('storage', <class>, key, location, numel)`.
 */
export function storageOf(state: PickleState, id: ValueRef): Storage | undefined {
  if (state.store.kindOf(id) !== 'tuple') return undefined;
  const [tag = UNKNOWN, type = UNKNOWN, key = UNKNOWN, location = UNKNOWN, numel = UNKNOWN] = state.store.parts(id);
  const found = state.importOf(type);
  if (state.text(tag) !== 'storage' || found === undefined || !isStorage(found.module, found.name)) return undefined;
  const [name, count] = [state.text(key), state.number(numel)];
  if (name === undefined || count === undefined || state.text(location) === undefined) return undefined;
  return { key: name, dtype: found.name, numel: count };
}

function isStorage(module: string, name: string): boolean {
  return /^torch(?:\.(?:cuda|storage))?$/.test(module) && STORAGE_CLASS.test(name);
}
