import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { OperationalError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { type GitWay, gitWay } from './git-way.js';
import type { OutboundPolicy } from './outbound-policy.js';

export interface CloneRequest {
  /** Without credentials: it stands in the argument list, which other users of the machine can read. */
  url: string;
  /** Branch, tag or commit; absent: what the remote calls its head. */
  ref?: string;
  /** Is made; holds the files when done. */
  folder: string;
  /** Of all files, objects included. */
  maxBytes: number;
  timeoutMs: number;
  /** Where it may connect to, redirects included. */
  outbound: OutboundPolicy;
  signal: AbortSignal;
}

/** What was cloned is elsewhere, and did not come. The message is the same whatever the reason was; `detail` is for the operator. */
export class NotCloned extends OperationalError {
  constructor(
    url: string,
    readonly detail: string,
  ) {
    super({ where: url, message: 'cannot be cloned: there is no such repository, or it cannot be reached' });
  }
}

/** Checked out by the git program: one commit deep, no hooks, no filters, no submodules, no prompts, nobody's configuration. */
export async function gitClone(request: CloneRequest): Promise<{ commit: string }> {
  const { url, ref = 'HEAD', folder } = request;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const end = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)]);
  let way: GitWay | undefined;
  const git = (...args: string[]) => runGit(args, { ...request, way, signal: end });
  try {
    way = await gitWay(url, request.outbound);
    await git('init', '--quiet', '--template=', '.');
    await git('fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--', url, ref);
    await git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
    return { commit: (await git('rev-parse', 'HEAD')).trim() };
  } catch (error) {
    request.signal.throwIfAborted();
    if (end.aborted) throw new OperationalError({ where: url, message: `not cloned within ${Math.round(request.timeoutMs / 1000)} s` });
    throw way?.isElsewhere ? alike(error, url, way) : error;
  } finally {
    way?.close();
  }
}

/** Whether nothing listens, a certificate is bad or something else answers there is nobody's business who could not look himself. */
function alike(error: unknown, url: string, way: GitWay): unknown {
  if (!(error instanceof GitFailed) || /couldn't find remote ref|not our ref/.test(error.message)) return error;
  return new NotCloned(url, way.hasRefused() ? 'the address is not one this service may connect to' : error.message);
}

/** Settings that no repository and no user's file can change, given before the command. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.autocrlf=false',
  'core.symlinks=true',
  'credential.helper=',
  'http.followRedirects=false',
  'http.lowSpeedLimit=1000',
  'http.lowSpeedTime=30',
  'protocol.ext.allow=never',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

const MAX_TEXT = 8_192;
const POLL_MS = 500;

/** The child stays in our process group, so that whoever ends us ends it. */
function runGit(
  args: readonly string[],
  { url, folder, maxBytes, signal, way }: CloneRequest & { way: GitWay | undefined },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...SETTINGS, ...(way?.settings ?? []), ...args], {
      cwd: folder,
      env: { ...environment(), ...way?.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      signal,
      killSignal: 'SIGKILL',
    });
    const texts = { out: '', err: '' };
    let tooLarge = false;
    child.stdout.on('data', (piece: Buffer) => {
      if (texts.out.length < MAX_TEXT) texts.out += piece.toString();
    });
    child.stderr.on('data', (piece: Buffer) => {
      if (texts.err.length < MAX_TEXT) texts.err += piece.toString();
    });
    const watch = setInterval(() => {
      tooLarge ||= sizeOf(folder, maxBytes) > maxBytes;
      if (tooLarge) child.kill('SIGKILL');
    }, POLL_MS);
    const done = (settle: () => void) => {
      clearInterval(watch);
      settle();
    };
    child.once('error', (cause) => done(() => reject(notStarted(cause))));
    child.once('close', (code) => {
      tooLarge ||= code === 0 && sizeOf(folder, maxBytes) > maxBytes;
      if (tooLarge) done(() => reject(new OperationalError({ where: url, message: `larger than ${Math.floor(maxBytes / 2 ** 20)} MiB` })));
      else if (code === 0) done(() => resolve(texts.out));
      else done(() => reject(new GitFailed({ where: url, message: `cannot be cloned: ${reasonOf(texts.err, code)}` })));
    });
  });
}

/** What git itself says. */
class GitFailed extends OperationalError {}

function notStarted(cause: Error): Error {
  if (cause.name === 'AbortError') return cause;
  return new OperationalError({ message: 'the git program cannot be started', hint: 'install git on this machine', cause });
}

/** Git's own word for it, which is its last. */
function reasonOf(text: string, code: number | null): string {
  const last = text.trim().split('\n').at(-1) ?? '';
  return last === '' ? `git ended with ${code}` : quote(last, 200);
}

/** Everything git may know of the machine: no user's or system's configuration, no prompts, few protocols. */
function environment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'SSH_AUTH_SOCK', 'SSL_CERT_FILE', 'SystemRoot'];
  const own = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_OPTIONAL_LOCKS: '0',
  };
}

/** Bytes below a folder; stops counting above `enough`. */
function sizeOf(folder: string, enough: number): number {
  let bytes = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && bytes <= enough; next = folders.pop()) {
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
    }
  }
  return bytes;
}

/** Folders come and go while git works. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
