import type { PickleState } from './state.js';
import { UNKNOWN, type ValueRef } from './store.js';

/** A module and a dotted path in it, in the form of an import. */
export interface ImportTarget {
  module: string;
  name: string;
}

const GETATTR = new Set(['builtins getattr', '__builtin__ getattr', 'operator getitem', '_operator getitem']);
const IMPORTERS = new Set(['builtins __import__', '__builtin__ __import__', 'importlib import_module', 'importlib __import__']);
const GETTERS = new Set(['operator attrgetter', '_operator attrgetter', 'operator methodcaller', '_operator methodcaller']);
const MAX_STEPS = 16;

/**
 * The attribute that `callable(args)` returns when the callable looks up attributes: `getattr(os, 'system')`,
 * `attrgetter('system')(os)`.
 */
export function attributeOf(state: PickleState, callable: ValueRef, args: ValueRef): ImportTarget | undefined {
  const getter = getterName(state, callable);
  const base = getter === undefined ? undefined : targetOf(state, partsOf(state, args)[0] ?? UNKNOWN, MAX_STEPS);
  return base === undefined || getter === undefined ? targetOf(state, callable, MAX_STEPS) : walk(base, getter);
}

/** The module or attribute that a value refers to; undefined when that is only known at load time. */
function targetOf(state: PickleState, value: ValueRef, steps: number): ImportTarget | undefined {
  const direct = state.importOf(value);
  if (direct !== undefined) return { module: direct.module, name: direct.name };
  if (steps === 0 || state.store.kindOf(value) !== 'call') return undefined;
  const [callable = UNKNOWN, args = UNKNOWN] = state.store.parts(value);
  const parts = partsOf(state, args);
  const found = state.importOf(callable);
  const name = `${found?.module} ${found?.name}`;
  const word = state.text(parts[0] ?? UNKNOWN);
  if (IMPORTERS.has(name)) return word === undefined ? undefined : { module: word, name: '' };
  const attribute = GETATTR.has(name) ? state.text(parts[1] ?? UNKNOWN) : getterName(state, callable);
  if (attribute === undefined) return undefined;
  const base = targetOf(state, parts[0] ?? UNKNOWN, steps - 1);
  return base && walk(base, attribute);
}

function getterName(state: PickleState, value: ValueRef): string | undefined {
  if (state.store.kindOf(value) !== 'call') return undefined;
  const [callable = UNKNOWN, args = UNKNOWN] = state.store.parts(value);
  const found = state.importOf(callable);
  if (found === undefined || !GETTERS.has(`${found.module} ${found.name}`)) return undefined;
  return state.text(partsOf(state, args)[0] ?? UNKNOWN);
}

function walk(base: ImportTarget, attribute: string): ImportTarget {
  return { module: base.module, name: base.name === '' ? attribute : `${base.name}.${attribute}` };
}

function partsOf(state: PickleState, args: ValueRef): ValueRef[] {
  return state.store.kindOf(args) === 'tuple' ? state.store.parts(args) : [];
}
