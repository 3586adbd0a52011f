import { type ChildProcess, fork, spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { OperationalError } from '../support/errors.js';
import { takeJsonLines } from './json-lines.js';

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
export function startWorker(start: WorkerStart): Promise<WorkerProcess> {
  const { child, send } = process.platform === 'win32' ? forked(start) : spawned(start);
  // What it started ends with it, and nobody keeps its line open.
  child.once('exit', () => killGroup(child));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new OperationalError({ message: 'no worker process can be started', cause })));
    child.once('spawn', () => {
      // A worker that is gone is told by its end, not by what could not be sent to it.
      child.on('error', () => {});
      const { pid = 0 } = child;
      resolve({ pid, ended, send, kill: () => killGroup(child) });
    });
  });
}

interface Started {
  child: ChildProcess;
  send(message: object): void;
}

/** The longest message of a worker: the result of a very large scan. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/**
 * The worker's end of the line is Node's own channel, which is JSON in lines on the descriptor that the environment names; this end is
 * read here, since Node's throws where nobody can catch it when a line is no JSON.
 */
function spawned({ program, argument, env, onMessage }: WorkerStart): Started {
  const child = spawn(process.execPath, [program, argument], {
    env: { ...env, NODE_CHANNEL_FD: '3', NODE_CHANNEL_SERIALIZATION_MODE: 'json' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const line = child.stdio[3];
  if (!(line instanceof Duplex)) return { child, send() {} };
  takeJsonLines(line, { take: onMessage, maxBytes: MAX_MESSAGE_BYTES, tooLong: () => killGroup(child) });
  line.on('error', () => {});
  return { child, send: (message) => void (line.writable && line.write(`${JSON.stringify(message)}\n`)) };
}

/** Windows frames the channel in its own way. */
function forked({ program, argument, env, onMessage }: WorkerStart): Started {
  const child = fork(program, [argument], { env: { ...env }, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  child.on('message', onMessage);
  return { child, send: (message) => void (child.connected && child.send(message, () => {})) };
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
