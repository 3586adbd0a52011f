import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { OperationalError } from '../support/errors.js';
import { resolveProgram } from './program-path.js';

/** A program to start: never through a shell, and with no variable that is not named here. */
export interface ProcessRequest {
  /** Program and arguments. */
  argv: readonly string[];
  /** The child's whole environment. */
  env: Readonly<Record<string, string>>;
  /** Default: the folder for temporary files. */
  cwd?: string;
}

/** How a child ended. */
export interface ProcessEnd {
  code: number | null;
  signal: string | null;
}

/** A running child in a process group of its own. */
export interface RunningProcess {
  /** Writes to its standard input; rejects when the child has closed it. */
  write(text: string): Promise<void>;
  /** Ends its standard input, for which some programs wait. */
  endInput(): void;
  /** Standard output, as it comes; ends with the child. */
  readonly output: AsyncIterable<Uint8Array>;
  /** Fulfilled when the child has ended, even if another process still holds its pipes. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends the child and everything it has started: closes its input, SIGTERM to the group, and SIGKILL after the grace. Safe to call twice. */
  stop(): Promise<void>;
}

/** Access to other programs. */
export interface Processes {
  /** Rejects with OperationalError when the program cannot be started. */
  start(request: ProcessRequest): Promise<RunningProcess>;
}

const GRACE_MS = 1_000;
const POLL_MS = 20;

/** Starts real programs. The standard error of children is discarded, because it may hold secrets and fill disks. */
export const systemProcesses: Processes = {
  async start({ argv, env, cwd }) {
    if (argv.some((text) => text.includes('\0'))) throw new OperationalError({ message: 'an argument holds a NUL character' });
    const { file, args, verbatim } = resolveProgram(argv, env);
    const child = spawn(file, args, {
      env: { ...env },
      cwd: cwd ?? tmpdir(),
      stdio: ['pipe', 'pipe', 'ignore'],
      // A group of its own, so that what the child starts can be ended with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
    await started(child, argv[0] ?? '');
    return new Child(child);
  },
};

function started(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      const code = 'code' in cause ? cause.code : undefined;
      const reason = code === 'ENOENT' ? 'is not installed' : code === 'EACCES' ? 'may not be run' : 'cannot be started';
      reject(new OperationalError({ message: `${name.slice(0, 80)} ${reason}`, cause }));
    });
  });
}

class Child implements RunningProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly output: AsyncIterable<Uint8Array>;
  private stopping: Promise<void> | undefined;
  private readonly lastResort = () => signalGroup(this.child, 'SIGKILL');

  constructor(private readonly child: ChildProcess) {
    this.ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
    this.output = child.stdout ?? nothing();
    // The failing write reports a broken pipe. Without this listener the error would end our process.
    child.stdin?.on('error', () => {});
    child.on('error', () => {});
    process.once('exit', this.lastResort);
  }

  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.child.stdin?.writable) reject(new OperationalError({ message: 'the program reads no more' }));
      else this.child.stdin.write(text, (cause) => (cause ? reject(cause) : resolve()));
    });
  }

  endInput(): void {
    this.child.stdin?.end();
  }

  stop(): Promise<void> {
    this.stopping ??= this.end();
    return this.stopping;
  }

  private async end(): Promise<void> {
    this.child.stdin?.destroy();
    signalGroup(this.child, 'SIGTERM');
    for (let waited = 0; waited < GRACE_MS && groupLives(this.child); waited += POLL_MS) await wait(POLL_MS);
    signalGroup(this.child, 'SIGKILL');
    // A process that left the group may still hold the pipe's other end.
    this.child.stdout?.destroy();
    process.removeListener('exit', this.lastResort);
    await Promise.race([this.ended, wait(GRACE_MS, undefined, { ref: false })]);
  }
}

/** Windows has no process groups, so its own tool `taskkill` ends the tree. */
function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform !== 'win32') process.kill(-child.pid, signal);
    else if (child.exitCode === null) killWindowsTree(child.pid);
  } catch {
    // All processes of the group have ended already.
  }
}

function killWindowsTree(pid: number): void {
  const tool = `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
  spawn(tool, ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => {});
}

function groupLives(child: ChildProcess): boolean {
  if (child.pid === undefined) return false;
  if (process.platform === 'win32') return child.exitCode === null && child.signalCode === null;
  try {
    process.kill(-child.pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
