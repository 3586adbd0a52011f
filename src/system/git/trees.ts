import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { OperationalError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import { ByteStream } from '../byte-stream.js';
import { diskError } from '../disk-error.js';
import { askGit, gitReason, startGit } from './local-git.js';

/** A commit's name, or why there is none: no such name, a history that was cut off before it, or one that has nothing in common with it. */
export type ForkPoint = { commit: string } | { problem: 'unknown' | 'shallow' | 'unrelated' };

/** What is committed (a commit's name), or what is about to be (the index of this file; absent: the repository's own). */
export type TreeName = { commit: string } | { index: string | undefined };

export interface TreeDraft {
  /** A folder of the repository's working tree. */
  folder: string;
  tree: TreeName;
  /** Paths from the top of the working tree; empty: everything. */
  paths: readonly string[];
  /** An empty folder. */
  into: string;
  signal: AbortSignal;
}

/** Trees of repositories that are on this machine. Every function throws OperationalError where git is missing or fails. */
export interface GitTrees {
  /** Where a folder lies in its working tree: `` or `a/b/`. Undefined where it is in none; a bare repository has none. */
  place(folder: string, signal: AbortSignal): Promise<string | undefined>;
  /** The commit that `git diff REF...` starts from: the newest one that HEAD and the named commit have in common. */
  forkPoint(folder: string, ref: string, signal: AbortSignal): Promise<ForkPoint>;
  /**
   * Writes the files of a tree as they are stored: no filter, no attribute and no hook changes or hides one. Links stay links. Returns the
   * paths of submodules, which are not written.
   */
  write(draft: TreeDraft): Promise<string[]>;
}

/** Limits for one tree, like those for a clone. */
const MAX_BYTES = 8 * 2 ** 30;
const MAX_ENTRIES = 2_000_000;

export const gitTrees: GitTrees = {
  async place(folder, signal) {
    const inside = await askGit({ folder, args: ['rev-parse', '--is-inside-work-tree', '--show-prefix'], signal });
    if (inside.code !== 0) return undefined;
    const [answer, prefix] = inside.out.split('\n');
    return answer === 'true' ? prefix : undefined;
  },
  async forkPoint(folder, ref, signal) {
    const ask = (...args: string[]) => askGit({ folder, args, signal });
    const missing = async (otherwise: 'unknown' | 'unrelated') => {
      const { out } = await ask('rev-parse', '--is-shallow-repository');
      return { problem: out.trim() === 'true' ? ('shallow' as const) : otherwise };
    };
    // A name that begins with a dash would be an option.
    const named = ref.startsWith('-') ? undefined : await ask('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
    if (named === undefined || named.code !== 0) return missing('unknown');
    const base = await ask('merge-base', named.out.trim(), 'HEAD');
    return base.code === 0 ? { commit: base.out.trim() } : missing('unrelated');
  },
  async write(draft) {
    const { folder, into, signal } = draft;
    const entries = await listTree(draft);
    const files = entries.filter(({ mode }) => mode !== SUBMODULE);
    const git = startGit({ folder, args: ['cat-file', '--batch', '--buffer'], signal });
    try {
      Readable.from(files.map(({ object }) => `${object}\n`)).pipe(git.in);
      await receive(git.out, files, into);
      const end = await git.ended;
      if (end.code !== 0) throw unread(folder, gitReason(end));
    } catch (error) {
      signal.throwIfAborted();
      git.stop();
      if (!(error instanceof CutShort)) throw error;
      throw unread(folder, gitReason(await git.ended));
    } finally {
      git.stop();
    }
    return entries.filter(({ mode }) => mode === SUBMODULE).map(({ path }) => path.toString());
  },
};

const SUBMODULE = '160000';
const LINK = '120000';
const EXECUTABLE = '100755';
const MAX_LINK = 65_536;
const NUL = 0;
const TAB = 9;
const NEWLINE = 10;
const SLASH = 47;

interface TreeEntry {
  mode: string;
  object: string;
  path: Buffer;
}

/** What git prints ended in the middle. */
class CutShort extends Error {}

async function listTree({ folder, tree, paths, signal }: TreeDraft): Promise<TreeEntry[]> {
  // Without magic, a path with a star means itself.
  const named = 'commit' in tree ? paths : paths.length === 0 ? [':(top)'] : paths.map((path) => `:(top,literal)${path}`);
  const args = 'commit' in tree ? ['ls-tree', '-r', '-z', '--full-tree', tree.commit] : ['ls-files', '--stage', '-z', '--full-name'];
  const index = 'index' in tree && tree.index !== undefined ? { GIT_INDEX_FILE: tree.index } : {};
  const git = startGit({ folder, args: [...args, '--', ...named], signal, environment: index });
  git.in.end();
  const entries: TreeEntry[] = [];
  try {
    const bytes = new ByteStream(git.out);
    for (let line = await bytes.until(NUL); line !== undefined; line = await bytes.until(NUL)) {
      const entry = parseEntry(line);
      if (entry !== undefined) entries.push(entry);
      if (entries.length > MAX_ENTRIES) throw new OperationalError({ where: folder, message: `more than ${MAX_ENTRIES} files` });
    }
    const end = await git.ended;
    if (end.code !== 0) throw unread(folder, gitReason(end));
  } finally {
    git.stop();
  }
  return entries;
}

/** A line of ls-tree (`mode type object TAB path`) or of ls-files (`mode object stage TAB path`). Undefined for what git would not check out. */
function parseEntry(line: Buffer): TreeEntry | undefined {
  const tab = line.indexOf(TAB);
  const [mode = '', second = '', third = ''] = line.toString('latin1', 0, tab).split(' ');
  const path = line.subarray(tab + 1);
  const object = second.length > 8 ? second : third;
  // Of a file that is being merged, ours stands for all.
  if (object === second && third !== '0' && third !== '2') return undefined;
  return isPlain(path.toString('latin1')) ? { mode, object, path } : undefined;
}

function isPlain(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/^\.git[. ]*$/i.test(part));
}

/** Writes the files first and the links after them, so that no file is written through a link. */
async function receive(out: Readable, entries: readonly TreeEntry[], into: string): Promise<void> {
  const bytes = new ByteStream(out);
  const links: { at: Buffer; to: Buffer }[] = [];
  let total = 0;
  for (const { mode, path } of entries) {
    const head = await bytes.until(NEWLINE);
    if (head === undefined) throw new CutShort();
    const size = Number(/^\S+ blob (\d+)$/.exec(head.toString('latin1'))?.[1]);
    if (Number.isNaN(size)) throw unread(quote(path.toString(), 200), 'git has not fetched it');
    total += size;
    if (total > MAX_BYTES) throw new OperationalError({ message: `the files of that commit take more than ${MAX_BYTES / 2 ** 30} GiB` });
    const at = Buffer.concat([Buffer.from(`${into}/`), path]);
    if (mode === LINK && size < MAX_LINK) links.push({ at, to: await all(bytes.take(size)) });
    else await store(at, mode === EXECUTABLE ? 0o700 : 0o600, { bytes, size });
    if ((await bytes.until(NEWLINE)) === undefined) throw new CutShort();
  }
  // Windows lets few users make links; no scan follows one out of its folder.
  if (process.platform === 'win32') return;
  for (const { at, to } of links) attempt(at, () => symlinkSync(to, at));
}

async function all(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

async function store(at: Buffer, mode: number, { bytes, size }: { bytes: ByteStream; size: number }): Promise<void> {
  const file = attempt(at, () => {
    mkdirSync(at.subarray(0, at.lastIndexOf(SLASH)), { recursive: true, mode: 0o700 });
    return openSync(at, 'w', mode);
  });
  try {
    for await (const piece of bytes.take(size)) attempt(at, () => writeFileSync(file, piece));
  } finally {
    closeSync(file);
  }
}

function attempt<T>(at: Buffer, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw diskError(at.toString(), 'cannot be written', cause);
  }
}

function unread(where: string, reason: string): OperationalError {
  return new OperationalError({
    where,
    message: `its commit cannot be read: ${reason}`,
    ...(/promisor|not fetched/.test(reason) && { hint: 'fetch what the clone left out: git fetch --refetch --no-filter' }),
  });
}
