import { decodeText } from '../support/decode.js';
import { InputError } from '../support/errors.js';
import { limits } from '../support/limits.js';
import { type DirEntry, type EntryKind, type Files, type FsPath, joinPath } from '../system/files.js';
import type { Ignore } from './gitignore.js';
import { folderKind } from './walk-skips.js';

export interface WalkedFile {
  /** Relative to the root, with `/`. */
  path: string;
  absolute: FsPath;
  /** Why a walk would not take this file up; set only for files `wanted` asked about. */
  skipped?: 'ignored' | 'excluded' | 'link';
}

export interface WalkProblem {
  path: string;
  kind: 'unreadable' | 'symlink_outside' | 'too_many' | 'wrong_encoding';
  reason: string;
}

/** What a walk passed by; reported as notes. */
export interface WalkTally {
  files: number;
  folders: number;
  dependencyFolders: number;
  worktrees: number;
  ignored: number;
  excluded: number;
  links: number;
  problems: WalkProblem[];
}

export interface WalkOptions {
  /** True for paths the user left out (`--exclude`); folders end in `/`. */
  excluded(path: string): boolean;
  /** True for files a collector would read: of these, each one passed by is yielded with its reason. */
  wanted(path: string): boolean;
  /** Parses `.gitignore`; handed in so that its library loads only when there is one. */
  parseGitignore?: ((text: string) => Ignore) | undefined;
}

interface Frame {
  path: string;
  absolute: FsPath;
  rules: readonly { base: string; matcher: Ignore }[];
}

/** A tally with nothing in it. */
export function emptyTally(): WalkTally {
  return { files: 0, folders: 0, dependencyFolders: 0, worktrees: 0, ignored: 0, excluded: 0, links: 0, problems: [] };
}

/**
 * Yields the wanted files below `root` in the order of their paths, depth first. Symbolic links are never followed, so loops
 * cannot be; dependency folders and linked worktrees are counted and left; memory holds one folder's entries a level.
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
    const neighbours = new Set(entries.map((entry) => entry.name));
    for (const entry of entries) {
      const path = frame.path === '' ? entry.name : `${frame.path}/${entry.name}`;
      const absolute = joinPath(frame.absolute, entry);
      if (entry.kind === 'folder') {
        if (this.enters(entry, path, absolute, { rules, neighbours })) folders.push({ path, absolute, rules });
      } else if (entry.kind !== 'other') {
        const file = this.file(entry, path, absolute, rules);
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

  private enters(
    entry: DirEntry,
    path: string,
    absolute: FsPath,
    around: { rules: Frame['rules']; neighbours: ReadonlySet<string> },
  ): boolean {
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
    if (isIgnored(around.rules, `${path}/`)) {
      this.tally.ignored++;
      return false;
    }
    return !this.isOtherWorktree(absolute);
  }

  /** A linked worktree has a `.git` file that points into `…/worktrees/…`; a submodule's points into `…/modules/…`. */
  private isOtherWorktree(absolute: FsPath): boolean {
    if (this.kindIn(absolute, '.git') !== 'file') return false;
    const text = Buffer.from(this.files.head(joinPath(absolute, { name: '.git', kind: 'file' }), 4096)).toString('utf8');
    if (!/^gitdir: .*[/\\]worktrees[/\\]/.test(text)) return false;
    this.tally.worktrees++;
    return true;
  }

  /** What a name in a folder is; of a folder that nobody may enter this is not known, and listing it tells why. */
  private kindIn(folder: FsPath, name: string): EntryKind | undefined {
    try {
      return this.files.info(joinPath(folder, { name, kind: 'file' }))?.kind;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return undefined;
    }
  }

  private file(entry: DirEntry, path: string, absolute: FsPath, rules: Frame['rules']): WalkedFile | undefined {
    this.tally.files++;
    if (!this.options.wanted(path)) return undefined;
    if (this.options.excluded(path)) {
      this.tally.excluded++;
      return { path, absolute, skipped: 'excluded' };
    }
    if (isIgnored(rules, path)) {
      this.tally.ignored++;
      return { path, absolute, skipped: 'ignored' };
    }
    return entry.kind === 'link' ? this.link(path, absolute) : { path, absolute };
  }

  /** A link inside the root leads to a file the walk meets anyway; one that leaves it is named, not opened. */
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

/** The innermost `.gitignore` that says anything decides, as git does. */
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
