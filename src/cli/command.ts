import type { NamedThing } from '../config/setting.js';
import type { Io } from './terminal/console-io.js';

/** What a command gets to work with. */
export interface CommandContext {
  io: Io;
  environment: NodeJS.ProcessEnv;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
  cwd: string;
  /** A command calls this when it stops in order after a signal and may take as long as it needs. All others are ended soon after a signal. */
  endsInOrder?(): void;
  /** Runs another command line of the program in this process; returns its exit code. */
  program?: RunProgram;
  /** Every command of the program. */
  commands?: readonly CommandEntry[];
}

export type RunProgram = (argv: readonly string[], context: CommandContext) => Promise<number>;

/** What the user typed after the command's name: values by setting key, and the operands. */
export interface Invocation {
  /** Values by commander's attribute names, which are the keys of the settings table. */
  flags: Readonly<Record<string, unknown>>;
  operands: readonly string[];
}

/** One command; its module loads only when it runs. */
export interface CommandEntry {
  /** `scan`, `db update`. */
  name: string;
  summary: string;
  /** commander's argument text: `[paths...]`. */
  operands?: string;
  /** What the operands name, where that is neither a file nor a folder; completion offers what there is. */
  names?: NamedThing;
  /** Extensions of the files that the operands usually name, without the dot. */
  files?: readonly string[];
  examples: readonly string[];
  /** What `--format` takes, the default first. */
  formats?: readonly string[];
  exits: string;
  load(): Promise<{ run(invocation: Invocation, context: CommandContext): Promise<number> }>;
}
