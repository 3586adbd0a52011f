import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { OperationalError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';

/** Nothing that a repository configures is run: no hooks, filters, signature checks, diff programs or connections. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'log.showSignature=false',
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
  'diff.suppressBlankEmpty=false',
  'protocol.allow=never',
  // Containers of build systems run as another user than the one who cloned. As nothing of the repository is run, that is safe.
  'safe.directory=*',
].flatMap((setting) => ['-c', setting]);

const MAX_TEXT = 8_192;

/** Texts that git printed, each cut short, and its exit code. */
export interface GitAnswer {
  code: number | null;
  out: string;
  err: string;
}

/** A git program that is running. The caller reads `out` to its end, or calls `stop`. */
export interface RunningGit {
  in: Writable;
  out: Readable;
  /** How it ended. Rejects with OperationalError where git cannot be started, and with the AbortError of the signal. */
  ended: Promise<Omit<GitAnswer, 'out'>>;
  stop(): void;
}

export interface GitStart {
  folder: string;
  args: readonly string[];
  signal: AbortSignal;
  /** Variables on top of the few that git gets. */
  environment?: Readonly<Record<string, string>>;
}

/** Starts git to read a repository of this machine: it writes nothing there, connects to nothing and runs nothing. */
export function startGit({ folder, args, signal, environment }: GitStart): RunningGit {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    'git',
    [...SETTINGS, '--no-pager', '--no-replace-objects', ...args],
    {
      cwd: folder,
      env: { ...ownVariables(), ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      signal,
      killSignal: 'SIGKILL',
    },
  );
  let err = '';
  child.stderr.on('data', (piece: Buffer) => {
    if (err.length < MAX_TEXT) err += piece.toString();
  });
  // A program that ends before it has read everything closes its pipe; its exit code says what went wrong.
  child.stdin.on('error', () => {});
  const ended = new Promise<Omit<GitAnswer, 'out'>>((resolve, reject) => {
    child.once('error', (cause) => reject(notStarted(cause)));
    child.once('close', (code) => resolve({ code, err }));
  });
  ended.catch(() => {});
  return { in: child.stdin, out: child.stdout, ended, stop: () => child.kill('SIGKILL') };
}

/** Runs git for a short answer. Rejects as `ended` does. */
export async function askGit(start: GitStart): Promise<GitAnswer> {
  const git = startGit(start);
  git.in.end();
  let out = '';
  git.out.on('data', (piece: Buffer) => {
    if (out.length < MAX_TEXT) out += piece.toString();
  });
  return { ...(await git.ended), out };
}

/** Git prints its error last. */
export function gitReason({ err, code }: Omit<GitAnswer, 'out'>): string {
  const last = err.trim().split('\n').at(-1) ?? '';
  return last === '' ? `git ended with ${code}` : quote(last, 200);
}

function notStarted(cause: Error): Error {
  if (cause.name === 'AbortError') return cause;
  return new OperationalError({ message: 'the git program cannot be started', hint: 'install git on this machine', cause });
}

function ownVariables(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot'];
  const own = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
  };
}
