import { quote } from '../../../support/quote.js';
import { attributeOf } from './attributes.js';
import { gadgets } from './gadgets.js';
import type { Import, PickleState } from './state.js';
import { UNKNOWN, type ValueRef } from './store.js';

/** One call of the loader: a class or function with a tuple of arguments. */
export interface LoaderCall {
  op: string;
  callable: ValueRef;
  args: ValueRef;
  keywords?: ValueRef;
  at: number;
}

/**
 * Attribute names that Python calls or follows by itself once they are set on an object (unpickler, `load_build`,
 * `load_appends`).
 */
const HOOKS = new Set(['append', 'extend', 'add', 'update']);
const DUNDER = /^__\w+__$/;
const MAX_REACHED = 200;

/** Records what is called, by name or through other calls, and pushes the result. */
export function recordCall(state: PickleState, call: LoaderCall): void {
  const { store } = state;
  const found = state.importOf(call.callable);
  if (found !== undefined) {
    markCalled(found, call.op, call.at);
    gadgets.get(`${found.module} ${found.name}`)?.({ state, found, args: argumentsOf(state, call.args), at: call.at });
  } else recordIndirect(state, call);
  const result = store.make('call');
  store.add(result, call.callable);
  store.add(result, call.args);
  if (call.keywords !== undefined) store.add(result, call.keywords);
  state.push(result);
}

/** The parts of a tuple; none when the arguments come from elsewhere. */
function argumentsOf(state: PickleState, args: ValueRef): ValueRef[] {
  return state.store.kindOf(args) === 'tuple' ? state.store.parts(args) : [];
}

function markCalled(found: Import, op: string, offset: number): void {
  found.called ??= { op, offset };
}

/**
 * The callable is itself the result of calls: all imports that contribute to it count as called, and so does the
 * attribute they lead to.
 */
function recordIndirect(state: PickleState, { op, callable, args, at }: LoaderCall): void {
  const kind = state.store.kindOf(callable);
  if (kind !== 'call' && kind !== 'persid' && kind !== 'unknown') return;
  const reached = reachedImports(state, [callable, args]);
  for (const found of reached) markCalled(found, op, at);
  const target = attributeOf(state, callable, args);
  if (target !== undefined) markCalledName(state, target, op, at);
  const root = reached[0];
  const shown = root === undefined ? 'a callable made at load' : `${root.module} ${root.name}`;
  state.report.note('pickle.indirect', at, quote(shown), { op, imported: root !== undefined });
}

function markCalledName(state: PickleState, target: { module: string; name: string }, op: string, at: number): void {
  const found = state.importOf(state.import({ ...target, via: 'attribute' }, at));
  if (found !== undefined) markCalled(found, op, at);
}

/** Imports within values, breadth first, as far as parts were kept. */
function reachedImports(state: PickleState, from: readonly ValueRef[]): Import[] {
  const queue = [...from];
  const seen = new Set<ValueRef>(queue);
  const found: Import[] = [];
  for (let at = 0; at < queue.length && at < MAX_REACHED; at++) {
    const value = queue[at] ?? UNKNOWN;
    const hit = state.importOf(value);
    if (hit !== undefined) found.push(hit);
    else if (value < 0) for (const part of state.store.parts(value)) if (!seen.has(part)) seen.add(part) && queue.push(part);
  }
  return found;
}

/**
 * BUILD sets attributes, or passes the state to `__setstate__`. Records callables set as attributes, patched modules,
 * and joblib's arrays.
 */
export function recordBuild(state: PickleState, target: ValueRef, built: ValueRef, at: number): void {
  const patched = state.importOf(target);
  if (patched !== undefined) state.report.note('pickle.patch', at, nameOf(patched), factsOf(patched));
  for (const [key, value] of entriesOf(state, built)) checkHook(state, { key, value, at });
  const owner = ownerOf(state, target);
  if (owner?.module === 'joblib.numpy_pickle' && owner.name === 'NumpyArrayWrapper') state.array = rawArrayOf(state, built);
  if (state.store.kindOf(target) === 'call') state.store.add(target, built);
}

function checkHook(state: PickleState, { key, value, at }: { key: ValueRef; value: ValueRef; at: number }): void {
  const name = value < 0 ? state.text(key) : undefined;
  if (name === undefined || !(HOOKS.has(name) || DUNDER.test(name))) return;
  const planted = state.importOf(value) ?? ownerOf(state, value);
  if (planted !== undefined) state.report.note('pickle.hook', at, `${quote(name)}: ${nameOf(planted)}`, { ...factsOf(planted), key: name });
}

/** Key and value pairs of a state: a dict, or dicts in a tuple (`copyreg` slots). */
function entriesOf(state: PickleState, value: ValueRef): [ValueRef, ValueRef][] {
  const { store } = state;
  if (store.kindOf(value) === 'tuple')
    return store.parts(value).flatMap((part) => (store.kindOf(part) === 'dict' ? entriesOf(state, part) : []));
  if (store.kindOf(value) !== 'dict') return [];
  const parts = store.parts(value);
  return parts.flatMap((part, index): [ValueRef, ValueRef][] => (index % 2 === 0 ? [[part, parts[index + 1] ?? UNKNOWN]] : []));
}

/** APPEND and similar opcodes call the object's own methods when it is not a plain container. */
export function recordMutation(state: PickleState, change: { target: ValueRef; parts: readonly ValueRef[]; op: string; at: number }): void {
  const kind = state.store.kindOf(change.target);
  if (kind === 'list' || kind === 'dict' || kind === 'set') return;
  const direct = state.importOf(change.target);
  const owner = direct ?? ownerOf(state, change.target);
  if (owner === undefined) return;
  state.report.note('pickle.mutate', change.at, nameOf(owner), { ...factsOf(owner), op: change.op, direct: direct !== undefined });
}

/** The import whose call produced a value. */
function ownerOf(state: PickleState, value: ValueRef): Import | undefined {
  if (state.store.kindOf(value) !== 'call') return undefined;
  const [callable = UNKNOWN, args = UNKNOWN] = state.store.parts(value);
  const found = state.importOf(callable);
  if (found?.name !== '_reconstructor' && found?.name !== '__newobj__') return found;
  return state.importOf(argumentsOf(state, args)[0] ?? UNKNOWN) ?? found;
}

function rawArrayOf(state: PickleState, built: ValueRef): PickleState['array'] {
  const entries = new Map(entriesOf(state, built).map(([key, value]) => [state.text(key), value]));
  const shape = entries.get('shape');
  const alignment = entries.get('numpy_array_alignment_bytes');
  return {
    dtype: dtypeOf(state, entries.get('dtype') ?? UNKNOWN),
    shape: shape === undefined ? [undefined] : argumentsOf(state, shape).map((part) => state.number(part)),
    aligned: alignment !== undefined && alignment >= 0,
  };
}

/** The type string of a `numpy.dtype('f8', …)` call. */
function dtypeOf(state: PickleState, value: ValueRef): string | undefined {
  if (ownerOf(state, value)?.name !== 'dtype') return undefined;
  const args = state.store.parts(value)[1];
  return args === undefined ? undefined : state.text(argumentsOf(state, args)[0] ?? UNKNOWN);
}

function nameOf(found: Import): string {
  return quote(`${found.module} ${found.name}`);
}

function factsOf(found: Import): { module: string; name: string } {
  return { module: found.module, name: found.name };
}
