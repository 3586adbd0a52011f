import { CastellanError, describe } from '../support/errors.js';
import { processIo } from './console-io.js';
import { exitCodeOf, exitCodes, isAbort } from './exit-codes.js';
import { runProgram } from './program.js';

/** What a process that is to do a job gets as its one argument: see control-plane/jobs/worker. */
const WORKER_ARGUMENT = '--worker';

const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.exitCode = exitCodes.interrupted;
    abort.abort();
  });
}

// A reader of our output that went away is no error of ours: stop writing and end with what the scan decided.
const io = processIo(() => abort.abort());

void main();

async function main(): Promise<void> {
  try {
    // No command of users: `serve` starts itself so for every job.
    if (process.argv[2] === WORKER_ARGUMENT && process.send) await (await import('../control-plane/jobs/worker/main.js')).runWorker();
    else
      process.exitCode = await runProgram(process.argv.slice(2), {
        io,
        environment: process.env,
        signal: abort.signal,
        cwd: process.cwd(),
      });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (isAbort(error)) io.err('interrupted');
    else await explain(error);
  }
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
