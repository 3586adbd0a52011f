import type { Emit } from '../events.js';
import type { Language } from '../library/library.js';
import type { Expr } from '../readers/ir.js';
import type { Value } from '../value.js';
import type { Scope } from './scopes.js';

/** The values that a function of the script is called with, and the object that it belongs to. */
export interface Given {
  args: readonly Value[];
  named: ReadonlyMap<string, Value>;
  bound: Value | undefined;
}

/** Where effects of a function go that another module calls. */
export interface Caller {
  emit: Emit;
  guarded: boolean;
}

/** The module that a function belongs to. */
interface Home {
  readonly language: Language;
  enter(func: ScriptFunction, given: Given, caller: Caller | undefined): Value;
}

/** A function of the script: its code, the module that it belongs to, and the names that it sees. */
export class ScriptFunction {
  /** Results by what was known of the arguments, with the number of calls. */
  readonly results = new Map<string, { calls: number; value: Value }>();

  constructor(
    readonly code: Expr & { op: 'function' },
    readonly home: Home,
    readonly seen: readonly Scope[],
  ) {}
}

/** What all modules of one followed script share. */
export interface Shared {
  calls: number;
  depth: number;
  modules: Map<string, Value>;
}

/** Calls of a function with the same arguments that are followed: the first may find something that others have not put there yet. */
export const MAX_SAME = 2;
/** Limits of what is remembered of calls. */
export const MAX_KEPT = 200;
const MAX_KEY = 400;

/** What is known of arguments as a text; undefined where that is much. */
export function keyOf(args: readonly Value[]): string | undefined {
  let key = '';
  for (const { shape, marks, func, items, fields, type, path = '' } of args) {
    if (func !== undefined || items !== undefined || (fields !== undefined && type === undefined) || key.length > MAX_KEY) return undefined;
    key += `${type?.name ?? ''} ${shape.slice(0, MAX_KEY)} ${path} ${marks.map(({ source, label, answered }) => `${source}${label}${answered ?? ''}`).join()}\n`;
  }
  return key.length > MAX_KEY ? undefined : key;
}
