import type { Emit } from '../events.js';
import { nothing, type Value } from '../value.js';
import type { World } from '../world.js';
import type { Language } from './library.js';

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

/** What a function is given first, by place or by name. */
export function firstOf({ args, named }: Pick<CallSite, 'args' | 'named'>): Value {
  return args[0] ?? [...named.values()][0] ?? nothing;
}
