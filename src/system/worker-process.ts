import { type ChildProcess, fork } from 'node:child_process';
import { OperationalError } from '../support/errors.js';

/** Starts worker processes of this program. */
export interface WorkerStart {
  /** The program's file; it is told by `argument` to be a worker. */
  program: string;
  argument: string;
  /** The worker's whole environment. */
  env: Readonly<Record<string, string>>;
  onMessage(message: unknown): void;
}

/** A worker process, in a process group of its own with all it starts. */
export interface WorkerProcess {
  readonly pid: number;
  /** Fulfilled when it has ended and everything it said has been heard. */
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  send(message: object): void;
  /** Ends it and what it started, now. */
  kill(): void;
}

/** Rejects with OperationalError when no process can be started. */
export function startWorker({ program, argument, env, onMessage }: WorkerStart): Promise<WorkerProcess> {
  const child = fork(program, [argument], {
    env: { ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: process.platform !== 'win32',
    execArgv: [],
  });
  child.on('message', onMessage);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => {
      killGroup(child);
      resolve({ code, signal });
    });
  });
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new OperationalError({ message: 'no worker process can be started', cause })));
    child.once('spawn', () => {
      // A worker that is gone is told by its end, not by what could not be sent to it.
      child.on('error', () => {});
      const { pid = 0 } = child;
      resolve({ pid, ended, send: (message) => void (child.connected && child.send(message, () => {})), kill: () => killGroup(child) });
    });
  });
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // Nobody is left in the group.
  }
}

/** A worker's line to the process that started it. */
export interface ParentLine<In, Out> {
  onMessage(take: (message: In) => void): void;
  /** Runs when the parent has gone. */
  onGone(run: () => void): void;
  /** Fulfilled when it is sent, or nobody is there to hear it. */
  send(message: Out): Promise<void>;
  close(): void;
}

/** The line of this process. Ends the process and all it started when the parent goes: nobody would take the result. */
export function parentLine<In, Out extends object>(): ParentLine<In, Out> {
  process.once('disconnect', () => {
    try {
      if (process.platform !== 'win32') process.kill(-process.pid, 'SIGKILL');
    } catch {
      process.exitCode = 1;
    }
  });
  return {
    onMessage: (take) => void process.on('message', (message) => take(message as In)),
    onGone: (run) => void process.once('disconnect', run),
    send: (message) =>
      new Promise((resolve) => {
        if (process.connected && process.send) process.send(message, undefined, undefined, () => resolve());
        else resolve();
      }),
    close() {
      process.removeAllListeners('disconnect');
      if (process.connected) process.disconnect();
    },
  };
}
