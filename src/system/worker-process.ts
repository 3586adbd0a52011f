import { type ChildProcess, fork, spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { OperationalError } from '../support/errors.js';
import { takeJsonLines } from './json-lines.js';

/** Starts worker processes of this program. */
export interface WorkerStart {
  /** The program's file; `argument` makes it a worker. */
  program: string;
  argument: string;
  /** The worker's whole environment. */
  env: Readonly<Record<string, string>>;
  onMessage(message: unknown): void;
}

/** A worker process, in a process group of its own with all it starts. */
export interface WorkerProcess {
  readonly pid: number;
  /** Fulfilled when the process has ended and all its messages have been read. */
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  send(message: object): void;
  /** Ends the process and everything it started at once. */
  kill(): void;
}

/** Rejects with OperationalError when no process can be started. */
export function startWorker(start: WorkerStart): Promise<WorkerProcess> {
  const { child, send } = process.platform === 'win32' ? forked(start) : spawned(start);
  // Everything the worker started ends with it, so nothing keeps its channel open.
  child.once('exit', () => killGroup(child));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new OperationalError({ message: 'no worker process can be started', cause })));
    child.once('spawn', () => {
      // The end of a worker is reported by its exit, not by a message that could not be sent.
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
 * The worker uses Node's own IPC channel: JSON lines on the descriptor that the environment names. We read our end ourselves, because
 * Node's reader throws an error that nobody can catch when a line is no JSON.
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
    // All processes of the group have ended already.
  }
}

/** A worker's channel to the process that started it. */
export interface ParentLine<In, Out> {
  onMessage(take: (message: In) => void): void;
  /** Called when the parent has gone. */
  onGone(run: () => void): void;
  /** Fulfilled when the message is sent, or when the parent is gone. */
  send(message: Out): Promise<void>;
  close(): void;
}

/** The channel of this process. When the parent goes, it ends the process and everything it started, since nobody would take the result. */
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
