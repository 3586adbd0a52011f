import * as processes from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as library from 'execa';
import { ownEnvironment } from '../../scripts/own-environment.mjs';

/*
 * How tests and benches start programs: as node:child_process and execa do, but each with an empty home of its own. `env` is what the
 * program gets on top of that; nothing comes from the environment of the process.
 */

interface Options {
  env?: NodeJS.ProcessEnv | undefined;
}

const HIDE = fileURLToPath(new URL('./hide-modules.cjs', import.meta.url));

/** The environment of a program that a test starts; `more` comes on top. */
export function environment(more: NodeJS.ProcessEnv = {}): Record<string, string> {
  const hidden = process.env.TEST_HIDDEN_MODULES;
  const hiding = hidden === undefined ? {} : { TEST_HIDDEN_MODULES: hidden, NODE_OPTIONS: `--require ${HIDE}` };
  const all = Object.entries(ownEnvironment({ ...hiding, ...more }));
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The environment of a program on a machine that lacks these modules. */
export function withoutModules(...names: string[]): Record<string, string> {
  return { TEST_HIDDEN_MODULES: names.join(','), NODE_OPTIONS: `--require ${HIDE}` };
}

function apart<T extends Options>(options: T | undefined): T {
  return { ...options, env: environment(options?.env) } as T;
}

export const spawn = ((command: string, args: readonly string[], options?: processes.SpawnOptions) =>
  processes.spawn(command, args, apart(options))) as typeof processes.spawn;

export const fork = ((module: string, args: readonly string[], options?: processes.ForkOptions) =>
  processes.fork(module, args, apart(options))) as typeof processes.fork;

export const spawnSync = ((command: string, args: readonly string[], options?: processes.SpawnSyncOptions) =>
  processes.spawnSync(command, args, apart(options))) as typeof processes.spawnSync;

export const execFileSync = ((command: string, args: readonly string[], options?: processes.ExecFileSyncOptions) =>
  processes.execFileSync(command, args, apart(options))) as typeof processes.execFileSync;

export const execa = ((command: string, args: readonly string[], options?: library.Options) =>
  library.execa(command, args, { ...apart(options), extendEnv: false })) as unknown as typeof library.execa;
