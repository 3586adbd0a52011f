import type { Emit } from './events.js';
import { ScriptFiles } from './script-files.js';
import type { StepBudget } from './step-budget.js';
import type { Value } from './value.js';

/** What a shell script knows while it runs: variables, and what it has put into files. */
export interface ShellState {
  variables: Map<string, Value>;
  files: ScriptFiles;
  emit: Emit;
  /** True below a test of date, host or continuous integration. */
  guarded: boolean;
  work: StepBudget;
  /** Follows a program given to another interpreter: `node -e …`. */
  nested?: (language: string, text: string, at: number) => void;
}

/** A state with nothing in it. */
export function shellState(emit: Emit, work: StepBudget, files = new ScriptFiles()): ShellState {
  return { variables: new Map(), files, emit, guarded: false, work };
}

/** One simple command with what it is given. */
export interface CommandInput {
  name: string;
  args: readonly Value[];
  stdin: Value;
  /** Something is piped or redirected into it. */
  piped: boolean;
  at: number;
}
