import type { CommandContext, RunProgram } from '../command.js';
import type { GivenInputs } from './inputs.js';
import type { PlainLog } from './log.js';
import type { CiSystem } from './system.js';

/** One run of `castellan ci`: what it is asked, by which system, and the program that scans. */
export interface CiRun {
  given: GivenInputs;
  system: CiSystem;
  /** What it prints goes to the log. */
  context: CommandContext;
  log: PlainLog;
  program: RunProgram;
}
