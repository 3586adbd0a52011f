import type { ConfigScope } from '../../model/ai-evidence.js';
import type { Issue } from '../../model/outcome.js';
import { InputError } from '../../support/errors.js';
import type { IssueKind } from '../../support/issue-kinds.js';
import type { Files } from '../../system/files.js';
import { isInside, segmentPattern } from './path-pattern.js';

/** Id of the collector of discovery. */
export const collectorId = 'ai-clients';

/** A folder that may be read: the home folder, a project, or the system's own folders. */
export interface SearchRoot {
  absolute: string;
  /** Prefix of relative paths in reports: `~/`, or a project's prefix. */
  shown: string;
  scope: ConfigScope;
  /** True for a path below the root that the user excluded. */
  excluded?(path: string): boolean;
}

/** A file that exists and may be read. */
export interface FoundFile {
  absolute: string;
  /** As reports show it. */
  path: string;
  root: SearchRoot;
  /** True when the file, or a folder on the way to it, is a link that stays inside the root. */
  symlink: boolean;
}

/** Limits for the folders of one `**` and for the files of one glob, far above any real configuration. */
const MAX_DEPTH = 12;
const MAX_VISITS = 20_000;

/** Finds files by globs below the folders that may be read, and nowhere else. It reports what it could not follow. */
export class FileFinder {
  readonly issues: Issue[] = [];
  private readonly allowed: string[];
  private readonly reported = new Set<string>();
  private visits = 0;

  constructor(
    readonly files: Files,
    private readonly roots: readonly SearchRoot[],
  ) {
    this.allowed = roots.map((root) => this.real(root.absolute) ?? root.absolute);
  }

  /** Files that match a glob below a root, sorted. `*` matches part of one name, `**` any folders. */
  find(root: SearchRoot, glob: string): FoundFile[] {
    this.visits = 0;
    const paths = this.expand(root, '', glob.split('/'));
    return paths.sort().flatMap((path) => this.accept(root, path) ?? []);
  }

  /**
   * One file by its path below a root. Undefined when it does not exist, or must not be read; the latter is an issue.
   */
  at(root: SearchRoot, path: string): FoundFile | undefined {
    return this.exists(root, path) ? this.accept(root, path) : undefined;
  }

  /** The file at an absolute path, if it is below a root that may be read. */
  absolute(path: string): FoundFile | undefined {
    const root = this.roots.find((candidate) => isInside(path, candidate.absolute));
    return root && this.at(root, path.slice(root.absolute.length).replace(/^\/+/, ''));
  }

  /** True when a folder is a root or below one. */
  covers(folder: string): boolean {
    return this.roots.some((root) => isInside(folder, root.absolute));
  }

  /** Reports once why a place could not be read. */
  report(path: string, kind: IssueKind, reason: string, line?: number): void {
    const key = `${path}\n${kind}\n${reason}`;
    if (this.reported.has(key)) return;
    this.reported.add(key);
    this.issues.push({ collector: collectorId, path, ...(line !== undefined && { line }), kind, reason });
  }

  private expand(root: SearchRoot, folder: string, segments: readonly string[], depth = 0): string[] {
    const [segment, ...rest] = segments;
    if (segment === undefined) return [];
    if (!segment.includes('*')) {
      const path = folder + segment;
      if (rest.length > 0) return this.expand(root, `${path}/`, rest, depth);
      return this.exists(root, path) ? [path] : [];
    }
    return segment === '**' ? this.expandDeep(root, folder, rest, depth) : this.expandNames(root, folder, { segment, rest }, depth);
  }

  private expandNames(
    root: SearchRoot,
    folder: string,
    { segment, rest }: { segment: string; rest: readonly string[] },
    depth: number,
  ): string[] {
    const matches = segmentPattern(segment);
    const names = this.list(root, folder).filter((entry) => matches(entry.name));
    return names.flatMap(({ name, kind }) => {
      if (rest.length === 0) return kind === 'folder' ? [] : [folder + name];
      return kind === 'folder' || kind === 'link' ? this.expand(root, `${folder}${name}/`, rest, depth) : [];
    });
  }

  private expandDeep(root: SearchRoot, folder: string, rest: readonly string[], depth: number): string[] {
    const here = this.expand(root, folder, rest, depth);
    if (depth >= MAX_DEPTH) return here;
    const below = this.list(root, folder).filter(
      (entry) => entry.kind === 'folder' && entry.name !== 'node_modules' && entry.name !== '.git',
    );
    return [...here, ...below.flatMap((entry) => this.expandDeep(root, `${folder}${entry.name}/`, rest, depth + 1))];
  }

  private list(root: SearchRoot, folder: string): { name: string; kind: string }[] {
    if (!this.exists(root, folder) || !this.inside(root, folder)) return [];
    if (++this.visits > MAX_VISITS) {
      this.report(root.shown + folder, 'too_many', `more than ${MAX_VISITS} folders, the rest was not looked at`);
      return [];
    }
    try {
      const entries = this.files.list(this.join(root, folder)).filter((entry) => entry.raw === undefined);
      return entries;
    } catch {
      if (this.files.info(this.join(root, folder), true)?.kind === 'folder')
        this.report(root.shown + folder, 'unreadable', 'the folder cannot be listed');
      return [];
    }
  }

  private accept(root: SearchRoot, path: string): FoundFile | undefined {
    if (root.excluded?.(path)) return undefined;
    const absolute = this.join(root, path);
    const shown = root.shown + path;
    const real = this.real(absolute);
    if (real === undefined) {
      this.report(shown, 'unreadable', 'a symbolic link that leads nowhere');
      return undefined;
    }
    if (!this.allowed.some((allowed) => isInside(real, allowed))) {
      this.report(shown, 'symlink_outside', 'a symbolic link that leaves the folder being read, so it was not followed');
      return undefined;
    }
    const straight = `${this.real(root.absolute) ?? root.absolute}/${path}`.replaceAll('//', '/');
    return { absolute, path: shown, root, symlink: real !== straight };
  }

  /** False for a folder that is reached through a link out of the roots. */
  private inside(root: SearchRoot, folder: string): boolean {
    return folder === '' || this.accept(root, folder.slice(0, -1)) !== undefined;
  }

  private exists(root: SearchRoot, path: string): boolean {
    try {
      return this.files.info(this.join(root, path.replace(/\/$/, ''))) !== undefined;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.report(root.shown + this.lockedFolder(root, path), 'unreadable', error.message);
      return false;
    }
  }

  /** The first folder on the way to a path whose contents cannot be listed. */
  private lockedFolder(root: SearchRoot, path: string): string {
    const names = path.split('/');
    const refused = names.findIndex((_, at) => {
      try {
        this.files.info(this.join(root, names.slice(0, at + 1).join('/')));
        return false;
      } catch {
        return true;
      }
    });
    return names.slice(0, Math.max(refused, 0)).join('/');
  }

  /** The real path, with `/` on Windows too. */
  private real(path: string): string | undefined {
    const real = this.files.realPath(path);
    return real !== undefined && /^[A-Za-z]:\\|^\\\\/.test(real) ? real.replaceAll('\\', '/') : real;
  }

  private join(root: SearchRoot, path: string): string {
    return path === '' ? root.absolute : `${root.absolute.replace(/\/+$/, '')}/${path}`;
  }
}
