import { resolve } from 'node:path';
import { decodeText } from '../support/decode.js';
import { InputError } from '../support/errors.js';
import { limits } from '../support/limits.js';
import { type DirEntry, type EntryKind, type Files, type FsPath, joinPath } from '../system/files.js';
import { type TrackedFiles, trackedFiles } from './git-index.js';
import type { Ignore } from './gitignore.js';
import { folderKind } from './walk-skips.js';

export interface WalkedFile {
  /** Relative to the root, with `/`. */
  path: string;
  absolute: FsPath;
  /** Why the walk skips this file; set only for files that `wanted` accepts. */
  skipped?: 'ignored' | 'excluded' | 'link';
}

export interface WalkProblem {
  path: string;
  kind: 'unreadable' | 'symlink_outside' | 'too_many' | 'wrong_encoding';
  reason: string;
}

/** What a walk skipped; reported as notes. */
export interface WalkTally {
  files: number;
  folders: number;
  dependencyFolders: number;
  worktrees: number;
  ignored: number;
  /** The first of the wanted files and of the folders that `.gitignore` excludes. */
  ignoredPaths: string[];
  excluded: number;
  links: number;
  problems: WalkProblem[];
}

export interface WalkOptions {
  /** True for paths that the user excluded (`--exclude`); folders end in `/`. */
  excluded(path: string): boolean;
  /** True for files that a collector would read: each of these that is skipped is yielded with its reason. */
  wanted(path: string): boolean;
  /** Parses `.gitignore`; passed in so that its library is loaded only when there is one. */
  parseGitignore?: ((text: string) => Ignore) | undefined;
}

interface Frame {
  path: string;
  absolute: FsPath;
  rules: readonly { base: string; matcher: Ignore }[];
  repository?: Repository | undefined;
  /** True below a folder that is ignored but holds tracked files. */
  ignored?: boolean;
}

/** The innermost git repository around a folder. Its index is read only when a rule would exclude something. */
interface Repository {
  /** Its folder, relative to the root, with a trailing `/`. */
  base: string;
  tracked(): TrackedFiles | undefined;
}

/** Number of excluded paths that a report names; the others are counted. */
const NAMED_IGNORED = 20;

/** An empty tally. */
export function emptyTally(): WalkTally {
  return { files: 0, folders: 0, dependencyFolders: 0, worktrees: 0, ignored: 0, ignoredPaths: [], excluded: 0, links: 0, problems: [] };
}

/**
 * Yields the wanted files below `root` in the order of their paths, depth first. Symbolic links are never followed, so
 * there are no loops. Dependency folders and linked worktrees are counted and skipped. Memory holds the entries of one
 * folder for each level.
 */
export class Walk {
  readonly tally = emptyTally();

  constructor(
    private readonly files: Files,
    private readonly root: string,
    private readonly options: WalkOptions,
  ) {}

  *run(): Generator<WalkedFile> {
    const stack: Frame[] = [{ path: '', absolute: this.root, rules: [] }];
    for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
      const folders: Frame[] = [];
      yield* this.folder(frame, folders);
      stack.push(...folders.reverse());
      if (this.tally.files > limits.maxFiles) {
        this.problem(frame.path, 'too_many', `more than ${limits.maxFiles} files`);
        return;
      }
    }
  }

  private *folder(frame: Frame, folders: Frame[]): Generator<WalkedFile> {
    const entries = this.list(frame);
    if (entries.length === 0) return;
    const rules = this.withGitignore(frame, entries);
    const inner: Frame = { ...frame, rules, repository: this.repository(frame, entries) };
    const neighbours = new Set(entries.map((entry) => entry.name));
    for (const entry of entries) {
      const path = frame.path === '' ? entry.name : `${frame.path}/${entry.name}`;
      const absolute = joinPath(frame.absolute, entry);
      if (entry.kind === 'folder') {
        if (this.enters(entry, path, absolute, { frame: inner, neighbours }))
          folders.push({ ...inner, path, absolute, ignored: inner.ignored || isIgnored(rules, `${path}/`) });
      } else if (entry.kind !== 'other') {
        const file = this.file(entry, path, absolute, inner);
        if (file) yield file;
      }
    }
    this.tally.folders++;
  }

  private list(frame: Frame): DirEntry[] {
    try {
      return this.files.list(frame.absolute);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.problem(frame.path || '.', 'unreadable', error.message);
      return [];
    }
  }

  private enters(entry: DirEntry, path: string, absolute: FsPath, around: { frame: Frame; neighbours: ReadonlySet<string> }): boolean {
    const has = (file: string) => this.kindIn(absolute, file) !== undefined;
    const kind = folderKind(entry.name, around.neighbours, has);
    if (kind === 'storage') return false;
    if (kind === 'dependency') {
      this.tally.dependencyFolders++;
      return false;
    }
    if (this.options.excluded(`${path}/`)) {
      this.tally.excluded++;
      return false;
    }
    if (this.leavesOut(around.frame, `${path}/`)) return false;
    return !this.isOtherWorktree(absolute);
  }

  /** A linked worktree has a `.git` file that points into `…/worktrees/…`; a submodule's points into `…/modules/…`. */
  private isOtherWorktree(absolute: FsPath): boolean {
    if (this.kindIn(absolute, '.git') !== 'file') return false;
    if (!/^gitdir: .*[/\\]worktrees[/\\]/.test(this.gitFile(absolute))) return false;
    this.tally.worktrees++;
    return true;
  }

  /** The kind of an entry in a folder; undefined for a folder without access, and listing it then gives the reason. */
  private kindIn(folder: FsPath, name: string): EntryKind | undefined {
    try {
      return this.files.info(joinPath(folder, { name, kind: 'file' }))?.kind;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return undefined;
    }
  }

  private file(entry: DirEntry, path: string, absolute: FsPath, frame: Frame): WalkedFile | undefined {
    this.tally.files++;
    if (!this.options.wanted(path)) return undefined;
    if (this.options.excluded(path)) {
      this.tally.excluded++;
      return { path, absolute, skipped: 'excluded' };
    }
    if (this.leavesOut(frame, path)) return { path, absolute, skipped: 'ignored' };
    return entry.kind === 'link' ? this.link(path, absolute) : { path, absolute };
  }

  /**
   * True for paths that `.gitignore` names and git does not track: a committed file belongs to the project whatever the
   * rules say.
   */
  private leavesOut({ rules, repository, ignored }: Frame, path: string): boolean {
    if (!ignored && !isIgnored(rules, path)) return false;
    if (repository && isTracked(repository, path)) return false;
    this.tally.ignored++;
    if (this.tally.ignoredPaths.length < NAMED_IGNORED) this.tally.ignoredPaths.push(path);
    return true;
  }

  /**
   * A folder's own repository, else the enclosing one. A submodule's `.git` is a file with the path of its git folder.
   */
  private repository(frame: Frame, entries: readonly DirEntry[]): Repository | undefined {
    const git = this.options.parseGitignore && entries.find(({ name }) => name === '.git');
    if (!git) return frame.repository;
    const folder = git.kind === 'folder' ? joinPath(frame.absolute, git) : this.submodule(frame.absolute);
    if (folder === undefined) return undefined;
    let tracked: TrackedFiles | undefined | 'unasked' = 'unasked';
    return {
      base: frame.path === '' ? '' : `${frame.path}/`,
      tracked: () => {
        if (tracked === 'unasked') tracked = trackedFiles(this.files, folder);
        return tracked;
      },
    };
  }

  /** The git folder of a submodule; undefined when it is outside the root, where nothing is opened. */
  private submodule(folder: FsPath): string | undefined {
    if (typeof folder !== 'string') return undefined;
    const [, target] = /^gitdir: (.+)$/m.exec(this.gitFile(folder)) ?? [];
    const resolved = target === undefined ? undefined : this.files.realPath(resolve(folder, target));
    return resolved?.startsWith(`${this.files.realPath(this.root) ?? this.root}/`) ? resolved : undefined;
  }

  private gitFile(folder: FsPath): string {
    return Buffer.from(this.files.head(joinPath(folder, { name: '.git', kind: 'file' }), 4096)).toString('utf8');
  }

  /**
   * A link inside the root leads to a file that the walk finds anyway; a link that leaves the root is reported, not
   * opened.
   */
  private link(path: string, absolute: FsPath): WalkedFile | undefined {
    this.tally.links++;
    const target = typeof absolute === 'string' ? this.files.realPath(absolute) : undefined;
    const root = this.files.realPath(this.root) ?? this.root;
    if (target === undefined) this.problem(path, 'unreadable', 'symbolic link that leads nowhere');
    else if (target !== root && !target.startsWith(`${root}/`))
      this.problem(path, 'symlink_outside', 'symbolic link to a file outside the scanned folder');
    else return { path, absolute, skipped: 'link' };
    return undefined;
  }

  private withGitignore(frame: Frame, entries: readonly DirEntry[]): Frame['rules'] {
    const { parseGitignore } = this.options;
    if (!parseGitignore || !entries.some((entry) => entry.name === '.gitignore' && entry.kind === 'file')) return frame.rules;
    const where = frame.path === '' ? '.gitignore' : `${frame.path}/.gitignore`;
    try {
      const bytes = this.files.read(joinPath(frame.absolute, { name: '.gitignore', kind: 'file' }), 1024 * 1024);
      return [...frame.rules, { base: frame.path === '' ? '' : `${frame.path}/`, matcher: parseGitignore(decodeText(bytes, where)) }];
    } catch (error) {
      // Without its rules more is scanned, never less.
      if (!(error instanceof InputError)) throw error;
      return frame.rules;
    }
  }

  private problem(path: string, kind: WalkProblem['kind'], reason: string): void {
    this.tally.problems.push({ path, kind, reason });
  }
}

/** A repository whose index cannot be read may track anything. */
function isTracked({ base, tracked }: Repository, path: string): boolean {
  const index = tracked();
  const relative = path.slice(base.length);
  if (!index) return true;
  return relative.endsWith('/') ? index.holds(relative.slice(0, -1)) : index.has(relative);
}

/** The innermost `.gitignore` with a matching rule decides, as in git. */
function isIgnored(rules: Frame['rules'], path: string): boolean {
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index];
    if (!rule) continue;
    const relative = path.slice(rule.base.length);
    const result = rule.matcher.test(relative);
    if (result.ignored) return true;
    if (result.unignored) return false;
  }
  return false;
}
