import type { Emit } from './events.js';
import { ScriptFiles } from './script-files.js';
import type { StepBudget } from './step-budget.js';
import type { Value } from './value.js';

/** The state of a shell script: variables, and the contents of files it has written. */
export interface ShellState {
  variables: Map<string, Value>;
  files: ScriptFiles;
  emit: Emit;
  /** True below a test of date, host or continuous integration. */
  guarded: boolean;
  work: StepBudget;
  /** Follows a program passed to another interpreter: `node -e …`. */
  nested?: (language: string, text: string, at: number) => void;
}

/** An empty state. */
export function shellState(emit: Emit, work: StepBudget, files = new ScriptFiles()): ShellState {
  return { variables: new Map(), files, emit, guarded: false, work };
}

/** One simple command with its input. */
export interface CommandInput {
  name: string;
  args: readonly Value[];
  stdin: Value;
  /** True when something is piped or redirected into it. */
  piped: boolean;
  at: number;
}
