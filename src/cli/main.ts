import { setImmediate } from 'node:timers/promises';
import { isAbort, ReaderGone } from '../support/abort.js';
import { CastellanError, describe } from '../support/errors.js';
import { processIo } from './console-io.js';
import { exitCodeOf } from './exit-codes.js';
import { Interruption } from './interruption.js';
import { runProgram } from './program.js';

/** What a process that is to do a job gets as its one argument: see control-plane/jobs/worker. */
const WORKER_ARGUMENT = '--worker';

const abort = new AbortController();
const interruption = new Interruption(abort, (line) => io.err(line));
for (const signal of Interruption.signals) process.on(signal, () => interruption.take(signal));

// A reader of our output that went away is no error of ours: stop writing and end with what the scan decided.
const io = processIo(() => abort.abort(new ReaderGone()));

void main();

async function main(): Promise<void> {
  try {
    // No command of users: `serve` starts itself so for every job.
    if (process.argv[2] === WORKER_ARGUMENT && process.send) {
      // Its parent decides when it ends, also where a signal goes to both.
      interruption.wait();
      await (await import('../control-plane/jobs/worker/main.js')).runWorker();
    } else
      process.exitCode = await runProgram(process.argv.slice(2), {
        io,
        environment: process.env,
        signal: abort.signal,
        cwd: process.cwd(),
        endsInOrder: () => interruption.wait(),
      });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (!isAbort(error)) await explain(error);
  }
  // A signal that came during the last stretch of work is heard now.
  await setImmediate();
  interruption.close();
}

/** What we expected to go wrong is one line; what we did not is one line and a place where the detail lies. */
async function explain(error: unknown): Promise<void> {
  if (error instanceof CastellanError) {
    io.err(`error: ${describe(error)}`);
    return;
  }
  const { writeCrashLog } = await import('./crash-log.js');
  const place = writeCrashLog(error, process.env);
  io.err(`error: something went wrong inside castellan (${describe(error).split('\n', 1)[0]})${place ? `; detail: ${place}` : ''}`);
}
