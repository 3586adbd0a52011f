import type { ServerPackage } from '../../model/agent.js';
import type { LaunchStep } from '../../model/ai-evidence.js';
import { interpreters } from './interpreters.js';
import { readRelay } from './relay.js';
import { runnersByName } from './runners.js';
import { type LaunchState, programName, type Word } from './words.js';
import { wrappers } from './wrappers.js';

/** What a command line starts, as far as its words show; nothing is ever run to find out. */
export interface Launch {
  /** The package that a package runner would fetch. */
  package?: ServerPackage;
  /** Container image as written. */
  image?: string;
  /** The file that runs, resolved against the working folder if the line states one. */
  localPath?: string;
  /** Names of variables set on the line: `env A=b`, `docker -e A`. */
  envNames: string[];
  /** The variables that are set to a value; `index` is the word of argv with the assignment. */
  envValues: { name: string; value: string; index: number }[];
  /** The package runner or container engine: `npx`, `uvx`, `docker`. */
  runner?: string;
  /** The program that runs in the end, without wrappers. */
  program: string;
  /** The words without wrappers, beginning with the program. */
  inner: string[];
  /** Every command from the outermost wrapper to the program. */
  steps: LaunchStep[];
  /** Where castellan stands before the server: the server's own command. */
  relayed?: string[];
}

/** Limit of nested wrappers: more of them hide something rather than set it up. */
const MAX_DEPTH = 6;
/** Limit of commands recorded from one line. */
const MAX_STEPS = 200;

/**
 * Reads a program and its arguments: it unwraps shells, `env`, `cmd /c`, `wsl`, `sudo` and the like, then names the
 * package, image or file that runs. Fields that it cannot tell stay unset.
 */
export function readLaunch(argv: readonly string[]): Launch {
  const state: LaunchState = { envValues: [], envNames: new Set(), program: argv[0] ?? '', inner: [...argv], steps: [] };
  read(
    argv.map((text, index) => ({ text, index })),
    state,
    0,
  );
  const { package: fetched, image, localPath, runner, program, inner, relayed } = state;
  return {
    ...(fetched && { package: fetched }),
    ...(image !== undefined && { image }),
    ...(localPath !== undefined && { localPath }),
    ...(runner !== undefined && { runner }),
    envNames: [...state.envNames].sort(),
    envValues: state.envValues,
    program,
    inner,
    steps: state.steps,
    ...(relayed && { relayed }),
  };
}

function read(words: readonly Word[], state: LaunchState, depth: number): void {
  const [first, ...rest] = words;
  if (!first || depth > MAX_DEPTH || state.steps.length >= MAX_STEPS) return;
  const name = programName(first.text);
  const relay = readRelay(words);
  state.steps.push({ program: name, words: relay ? relay.head : [...words] });
  if (relay) {
    state.relayed = relay.inner.map(({ text }) => text);
    readInner(relay.inner, state, depth + 1);
    return;
  }
  const inner = wrappers.get(name)?.(rest, state);
  if (inner !== undefined) {
    for (const part of inner) readInner(part, state, depth + 1);
    return;
  }
  state.program = first.text;
  state.inner = words.map((word) => word.text);
  const runner = runnersByName.get(name);
  const left = runner?.(rest, state, name);
  // The command that a runner starts may itself be an interpreter or a wrapper: `npx tsx server.ts`, `npx cross-env A=b
  // node x.js`.
  if (left !== undefined) readStarted(left, state, depth);
  if (runner && (isUnderstood(state) || !interpreters.has(name))) return;
  const interpreter = interpreters.get(name);
  const file = interpreter ? interpreter(rest) : isPath(first.text) ? first.text : undefined;
  if (file !== undefined) state.localPath ??= file;
}

/** Commands after the one that starts the server are only recorded. */
function readInner(words: readonly Word[], state: LaunchState, depth: number): void {
  if (!isUnderstood(state)) read(words, state, depth);
  else if (words[0] && state.steps.length < MAX_STEPS) state.steps.push({ program: programName(words[0].text), words: [...words] });
}

/** Keeps the package that was fetched, and adds the file and the variables of the command it starts. */
function readStarted(words: readonly Word[], state: LaunchState, depth: number): void {
  const { envNames, envValues, steps } = state;
  const started: LaunchState = { envNames, envValues, steps, program: '', inner: [] };
  read(words, started, depth + 1);
  if (started.localPath !== undefined) state.localPath ??= started.localPath;
}

function isUnderstood({ package: fetched, image, localPath }: LaunchState): boolean {
  return fetched !== undefined || image !== undefined || localPath !== undefined;
}

/** True for a program given by a path, not by a name that is looked up in PATH. */
function isPath(program: string): boolean {
  return /[/\\]/.test(program);
}
