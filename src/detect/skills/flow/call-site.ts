import type { Emit } from './events.js';
import type { Language } from './library.js';
import type { Value } from './value.js';
import type { World } from './world.js';

/** What a library call needs from the evaluator. */
export interface CallSite {
  path: string;
  self: Value;
  args: readonly Value[];
  named: ReadonlyMap<string, Value>;
  at: number;
  guarded: boolean;
  language: Language;
  emit: Emit;
  world: World;
  /** Runs a function value with arguments. */
  invoke(func: Value, args: readonly Value[]): Value;
}
