import type { BundleCode } from './bundle-code.js';
import type { ScriptFiles } from './script-files.js';
import type { StepBudget } from './step-budget.js';
import { constant, type Value } from './value.js';

/** A program that a script starts, with what it hands over. */
export interface StartedProgram {
  path: string;
  args: readonly Value[];
  stdin: Value | undefined;
  at: number;
}

/** What is known of the world around a script while it is followed. */
export interface World {
  work: StepBudget;
  /** Content of files that the script has written or copied, by path. */
  files: ScriptFiles;
  /** The bundle's other files. */
  bundle?: BundleCode | undefined;
  /** Path of the script in its bundle. */
  from?: string | undefined;
  /** Arguments and input of the script where another one starts it. */
  args?: readonly Value[] | undefined;
  stdin?: Value | undefined;
  /** Follows another script of the bundle; undefined when there is none at that path. Returns what it prints. */
  start?: ((program: StartedProgram) => Value | undefined) | undefined;
  /** Follows a program passed to another interpreter: `node -e …`. Returns what it prints. */
  nested?: ((language: string, text: string, place: { at: number; args?: readonly Value[] }) => Value | undefined) | undefined;
  /** Receives what the script prints. */
  print?: ((value: Value) => void) | undefined;
}

/** The text of a file that the bundle brings along. */
export function ownFile(path: string, { bundle }: World): Value | undefined {
  const file = /[./]/.test(path) ? bundle?.named(path) : undefined;
  return file && constant(file.text);
}
