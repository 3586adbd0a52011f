import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { OperationalError } from '../support/errors.js';
import { quote } from '../support/quote.js';

/** Reads the history of a repository that is on this machine. */
export type GitHistory = (folder: string, signal: AbortSignal) => AsyncIterable<Buffer>;

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
].flatMap((setting) => ['-c', setting]);

const LOG = [
  '--no-pager',
  '--no-replace-objects',
  'log',
  '--all',
  '--reverse',
  '--topo-order',
  '--patch',
  '--unified=3',
  '--diff-filter=AMCRT',
  '--no-renames',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules',
  '--relative',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--format=%x00%H',
  '--',
  '.',
];

const MAX_TEXT = 8_192;

/**
 * What every commit of every branch adds below a folder, oldest first, as `git log --patch` prints it: NUL and the commit before each. The
 * output is streamed. Throws OperationalError where git is missing or the folder is in no repository.
 */
export const gitHistory: GitHistory = async function* (folder, signal) {
  const child = spawn('git', [...SETTINGS, ...LOG], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    signal,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    if (said.length < MAX_TEXT) said += piece.toString();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) => reject(notStarted(cause)));
    child.once('close', resolve);
  });
  ended.catch(() => {});
  try {
    for await (const piece of child.stdout) yield Buffer.from(piece as Uint8Array);
    const code = await ended;
    if (code !== 0) throw new OperationalError({ where: folder, message: `its history cannot be read: ${reasonOf(said, code)}` });
  } finally {
    child.kill('SIGKILL');
  }
};

function notStarted(cause: Error): Error {
  if (cause.name === 'AbortError') return cause;
  return new OperationalError({ message: 'the git program cannot be started', hint: 'install git on this machine', cause });
}

function reasonOf(text: string, code: number | null): string {
  const last = text.trim().split('\n').at(-1) ?? '';
  return last === '' ? `git ended with ${code}` : quote(last, 200);
}

function environment(): Record<string, string> {
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
