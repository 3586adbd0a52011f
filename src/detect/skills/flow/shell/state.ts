import type { Pipeline } from '../../../../support/shell-parse.js';
import type { Emit } from '../events.js';
import type { Mark, Value } from '../value.js';
import type { World } from '../world.js';

/** The state of a shell script: its variables, functions and surroundings. */
export interface ShellState {
  variables: Map<string, Value>;
  functions: Map<string, ShellFunction>;
  /** The paths that descriptors were opened for, by number. */
  channels: Map<string, Value>;
  emit: Emit;
  /** True below a test of date, host or continuous integration. */
  guarded: boolean;
  world: World;
  /** Follows commands of this shell. */
  follow: (body: readonly Pipeline[], stdin: Value) => Value;
  /** True below an `else`. */
  otherwise?: boolean;
  /** True while another file of the bundle is followed that this one sources. */
  elsewhere?: boolean;
  /** The folder that the script has changed to. */
  folder?: string;
  /** The home or root, where a server shows it to this machine. */
  served?: string;
  /** Folders into which archives were unpacked that came from elsewhere or had a password. */
  unpacked?: readonly Unpacked[];
  /** Words of the commands that made volumes, among them the names: nothing is on those yet. */
  volumes?: readonly string[];
  /** Number of calls that are open. */
  calls: number;
}

/** What was unpacked into a folder. */
export interface Unpacked {
  folder: string;
  marks: readonly Mark[];
}

/** A function of a shell script. */
export interface ShellFunction {
  body: readonly Pipeline[];
  called: boolean;
  /** True when it comes from another file of the bundle, which is judged itself. */
  elsewhere: boolean;
}

/** An empty state. */
export function shellState(emit: Emit, world: World): ShellState {
  const variables = new Map<string, Value>();
  for (const [index, value] of (world.args ?? []).entries()) variables.set(String(index + 1), value);
  return { variables, functions: new Map(), channels: new Map(), emit, guarded: false, world, follow: (_body, stdin) => stdin, calls: 0 };
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
