import type { Emit } from './events.js';
import type { Value } from './value.js';

const MAX_STEPS = 40_000;

/** What a shell script knows while it runs: variables, and what it has put into files. */
export interface ShellState {
  variables: Map<string, Value>;
  files: Map<string, Value>;
  emit: Emit;
  /** True below a test of date, host or continuous integration. */
  guarded: boolean;
  steps: { left: number };
  /** Follows a program given to another interpreter: `node -e …`. */
  nested?: (language: string, text: string, at: number) => void;
}

/** A state with nothing in it. */
export function shellState(emit: Emit): ShellState {
  return { variables: new Map(), files: new Map(), emit, guarded: false, steps: { left: MAX_STEPS } };
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
