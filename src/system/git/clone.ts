import { spawn } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { OperationalError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import { makePrivateFolder } from '../make-folder.js';
import type { OutboundPolicy } from '../outbound-policy.js';
import { type GitWay, gitWay } from './way.js';

export interface CloneRequest {
  /** Without credentials, because other users of the machine can read git's arguments. */
  url: string;
  /** Branch, tag or commit; absent: the remote's HEAD. */
  ref?: string;
  /** Fetch every commit that leads to it, too. */
  history?: true;
  /** The folder to make; it holds the files when the clone is done. */
  folder: string;
  /** Limit for all files together, git's objects included. */
  maxBytes: number;
  timeoutMs: number;
  /** The addresses that git may connect to, also by redirects. */
  outbound: OutboundPolicy;
  signal: AbortSignal;
}

/** A repository of another machine could not be cloned. The message is the same for every reason; `detail` is for the operator. */
export class NotCloned extends OperationalError {
  constructor(
    url: string,
    readonly detail: string,
  ) {
    super({ where: url, message: 'cannot be cloned: there is no such repository, or it cannot be reached' });
  }
}

/** Checked out by the git program: one commit deep unless the history is asked for, no hooks, no filters, no submodules, no prompts, nobody's configuration. */
export async function gitClone(request: CloneRequest): Promise<{ commit: string }> {
  const { url, ref = 'HEAD', folder, history } = request;
  makePrivateFolder(folder);
  const end = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)]);
  let way: GitWay | undefined;
  const git = (...args: string[]) => runGit(args, { ...request, way, signal: end });
  try {
    way = await gitWay(url, request.outbound);
    await git('init', '--quiet', '--template=', '.');
    await git('fetch', '--quiet', ...(history ? [] : ['--depth=1']), '--no-tags', '--no-recurse-submodules', '--', url, ref);
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

/** A person who cannot reach an address must not learn from us whether nothing listens there, a certificate is bad or something else answers. */
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

/** The child stays in our process group, so that it ends with us. */
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

/** Git's own error message. */
class GitFailed extends OperationalError {}

function notStarted(cause: Error): Error {
  if (cause.name === 'AbortError') return cause;
  return new OperationalError({ message: 'the git program cannot be started', hint: 'install git on this machine', cause });
}

/** Git prints its error last. */
function reasonOf(text: string, code: number | null): string {
  const last = text.trim().split('\n').at(-1) ?? '';
  return last === '' ? `git ended with ${code}` : quote(last, 200);
}

/** Git's whole environment: no configuration of a user or the system, no prompts, few protocols. */
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

/** A folder may disappear while git works. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
