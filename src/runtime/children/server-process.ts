import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { OperationalError } from '../../support/errors.js';
import { resolveProgram } from '../../system/program-path.js';
import { Guard } from './guard.js';

/** A server to start: never through a shell. */
export interface ServerStart {
  /** Program and arguments. */
  argv: readonly string[];
  /** The server's whole environment. */
  env: Readonly<Record<string, string>>;
  cwd: string;
}

export interface ServerEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Milliseconds from the end of its input to SIGTERM, and from there to SIGKILL: nobody is left three seconds after the client. */
const LEAVE_MS = 1_000;
const GRACE_MS = 1_800;
/** What the system takes to end a process that was killed. */
const DEATH_MS = 200;
const POLL_MS = 20;

const ownGroups = process.platform !== 'win32';

/** A server in a process group of its own, with all that it starts. What it writes to standard error goes where ours goes. */
export class ServerProcess {
  /** Rejects with OperationalError where it could not be started. */
  readonly ended: Promise<ServerEnd>;
  readonly input: Writable;
  readonly output: Readable;
  private readonly child: ChildProcess;
  private readonly guard: Guard | undefined = ownGroups ? new Guard() : undefined;
  private stopping: Promise<void> | undefined;

  constructor({ argv, env, cwd }: ServerStart) {
    const { file, args, verbatim } = resolveProgram(argv, env);
    const child = spawn(file, args, {
      env: { ...env },
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: ownGroups,
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
    this.child = child;
    this.input = child.stdin;
    this.output = child.stdout;
    this.ended = new Promise((resolve, reject) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      child.once('error', (cause) => reject(startError(argv[0] ?? '', cause)));
    });
    if (child.pid !== undefined) this.guard?.watch(child.pid);
  }

  /**
   * Ends the server and all that it has started: closes its input, then SIGTERM and SIGKILL to the group, unless it leaves by itself. Safe to
   * call twice.
   */
  stop(): Promise<void> {
    this.stopping ??= this.end();
    return this.stopping;
  }

  private async end(): Promise<void> {
    if (this.input.writable) this.input.end();
    await this.untilGone(LEAVE_MS);
    if (this.lives()) {
      this.signal('SIGTERM');
      await this.untilGone(GRACE_MS);
      this.signal('SIGKILL');
      await this.untilGone(DEATH_MS);
    }
    this.guard?.dismiss();
  }

  private async untilGone(mostMs: number): Promise<void> {
    for (const end = performance.now() + mostMs; performance.now() < end && this.lives(); ) await wait(POLL_MS);
  }

  private lives(): boolean {
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined) return false;
    if (!ownGroups) return exitCode === null && signalCode === null;
    try {
      process.kill(-pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  private signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      if (ownGroups) process.kill(-pid, signal);
      else if (this.lives()) endWindowsTree(pid);
    } catch {
      // Nobody is left in the group.
    }
  }
}

/** Windows has no groups: its own tool ends a tree. */
function endWindowsTree(pid: number): void {
  const tool = `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
  spawn(tool, ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => {});
}

function startError(name: string, cause: Error): OperationalError {
  const code = 'code' in cause ? cause.code : undefined;
  const reason = code === 'ENOENT' ? 'is not installed' : code === 'EACCES' ? 'may not be run' : 'cannot be started';
  return new OperationalError({ message: `${name.slice(0, 80)} ${reason}`, cause });
}
