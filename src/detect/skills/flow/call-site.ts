import type { Emit } from './events.js';
import type { Language } from './library.js';
import type { ScriptFiles } from './script-files.js';
import type { StepBudget } from './step-budget.js';
import type { Value } from './value.js';

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
  work: StepBudget;
  /** Content of files that the script has written or copied, by path. */
  files: ScriptFiles;
  /** Runs a function value with arguments. */
  invoke(func: Value, args: readonly Value[]): Value;
}
