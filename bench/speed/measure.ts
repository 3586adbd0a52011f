import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from '../../test/support/programs.js';

/** One measured quantity; `aim` is what we want, in the same unit. */
export interface Measure {
  name: string;
  value: number;
  unit: string;
  aim?: number | undefined;
}

/** Middle of the values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export interface ProgramRun {
  args: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
}

const EMPTY: ProgramRun = { args: ['-e', '0'] };

/** Milliseconds one run of node takes, wall clock. Throws where it fails. */
export function elapsed({ args, env, cwd }: ProgramRun): number {
  const started = performance.now();
  const done = spawnSync(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  const took = performance.now() - started;
  if (done.error) throw done.error;
  // A gate may end a scan with 1; a program that could not do its work says so, and its time is none.
  if ((done.status ?? 2) > 1 || /^error: /m.test(done.stderr)) throw new Error(`${args.join(' ')} failed: ${done.stderr}`);
  return took;
}

/**
 * How many times as long as `node -e 0` a run takes. Both are run in turns, so that whatever else the machine does weighs on
 * both; the quotient is of their medians.
 */
export function againstEmptyNode(run: ProgramRun, rounds = 21): { ratio: number; ms: number; empty: number } {
  const [times, empties]: [number[], number[]] = [[], []];
  elapsed(run);
  for (let round = 0; round < rounds; round++) {
    empties.push(elapsed(EMPTY));
    times.push(elapsed(run));
  }
  return { ratio: median(times) / median(empties), ms: median(times), empty: median(empties) };
}

/** Peak resident memory of a run, MB. */
export function peakMemory(run: ProgramRun): number {
  return resources(run).memory;
}

/** Milliseconds that the processor works for a run; unlike wall clock it says little of what else the machine does. */
export function processorTime(run: ProgramRun): number {
  return resources(run).processor;
}

function resources(run: ProgramRun): { memory: number; processor: number } {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-used-'));
  const file = join(folder, 'used.json');
  const preload = fileURLToPath(new URL('./used-resources.mjs', import.meta.url));
  try {
    elapsed({ ...run, args: ['--import', preload, ...run.args], env: { ...run.env, CASTELLAN_USED_FILE: file } });
    return JSON.parse(readFileSync(file, 'utf8')) as { memory: number; processor: number };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
