import { setImmediate } from 'node:timers/promises';
import { isAbort, ReaderGone } from '../support/abort.js';
import { CastellanError, describe } from '../support/errors.js';
import { exitCodeOf } from './exit-codes.js';
import { Interruption } from './interruption.js';
import { runProgram } from './program.js';
import { processIo } from './terminal/console-io.js';

/** The one argument of a process that does a job: see control-plane/jobs/worker. */
const WORKER_ARGUMENT = '--worker';

const abort = new AbortController();
const interruption = new Interruption(abort, (line) => io.err(line));
for (const signal of Interruption.signals) process.on(signal, () => interruption.take(signal));

// When the reader of our output goes away, that is no error: we stop writing and end with the scan's exit code.
const io = processIo(() => abort.abort(new ReaderGone()));

void main();

async function main(): Promise<void> {
  try {
    // This is no command for users: `serve` starts the program in this way for every job.
    if (process.argv[2] === WORKER_ARGUMENT && process.send) {
      // The parent process decides when a worker ends, even if a signal reaches both.
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
  // Node delivers a signal that came during the last stretch of work only now.
  await setImmediate();
  interruption.close();
}

/** An expected error is one line. An unexpected error is one line and the file with the details. */
async function explain(error: unknown): Promise<void> {
  if (error instanceof CastellanError) {
    io.err(`error: ${describe(error)}`);
    return;
  }
  const { writeCrashLog } = await import('./crash-log.js');
  const place = writeCrashLog(error, process.env);
  io.err(`error: something went wrong inside castellan (${describe(error).split('\n', 1)[0]})${place ? `; detail: ${place}` : ''}`);
}
