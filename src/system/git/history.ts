import { OperationalError } from '../../support/errors.js';
import { gitReason, startGit } from './local-git.js';

/** Reads the history of a repository that is on this machine. */
export type GitHistory = (folder: string, signal: AbortSignal) => AsyncIterable<Buffer>;

const LOG = [
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

/**
 * What every commit of every branch adds below a folder, oldest first, as `git log --patch` prints it: NUL and the commit before each. The
 * output is streamed. Throws OperationalError where git is missing or the folder is in no repository.
 */
export const gitHistory: GitHistory = async function* (folder, signal) {
  const git = startGit({ folder, args: LOG, signal });
  git.in.end();
  try {
    for await (const piece of git.out) yield Buffer.from(piece as Uint8Array);
    const end = await git.ended;
    if (end.code !== 0) throw new OperationalError({ where: folder, message: `its history cannot be read: ${gitReason(end)}` });
  } finally {
    git.stop();
  }
};
