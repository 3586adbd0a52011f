import { spawn } from 'node:child_process';
import { Guard } from '../../src/runtime/children/guard.js';

// `guarded-start.ts PROGRAM [ARGUMENTS]`: starts a server behind a guard as a relay does, another process that is no server, and is killed before
// it can tell the guard. The other process is named on standard output.
const [program = '', ...args] = process.argv.slice(2);
const other = spawn('/bin/sleep', ['60'], { stdio: ['ignore', 'ignore', 'inherit'], detached: true });
process.stdout.write(`${other.pid}\n`, () => {
  new Guard();
  spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  process.kill(process.pid, 'SIGKILL');
});
