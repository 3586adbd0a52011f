import { sep } from 'node:path';
import { InputError } from '../../../support/errors.js';
import { limits } from '../../../support/limits.js';
import type { DirEntry, FileInfo, Files } from '../../../system/files.js';
import type { SigningStatement } from './statement.js';

/** One difference between the model and what was signed. */
export interface ContentProblem {
  kind: 'changed' | 'missing' | 'extra' | 'unreadable';
  path: string;
  text: string;
}

/** A model with its detached signature. */
export interface CheckedModel {
  files: Files;
  /** Absolute path of the model's folder, or of its single file. */
  location: string;
  /** Absolute path of the signature, which cannot cover itself. */
  signature: string;
  signal?: AbortSignal;
}

interface TreeFile {
  /** Relative to the model's folder. */
  path: string;
  absolute: string;
  size: number;
}

/** Files that git and its hosts keep beside a model; writers of signatures leave them out. */
const GIT_NAMES = new Set(['.git', '.gitattributes', '.gitignore', '.github']);

/** Limit for the files of one model. */
const MAX_FILES = 1_000_000;

/** All regular files of a model, including dot files, without those that the statement leaves out. */
export class ModelTree {
  readonly problems: ContentProblem[] = [];
  /** Existing files that the statement leaves out. */
  readonly ignored: string[] = [];
  private readonly found: TreeFile[] = [];
  private readonly left: ReadonlySet<string>;
  private readonly root: string;
  private readonly signature: string;

  constructor(
    private readonly model: CheckedModel,
    private readonly statement: SigningStatement,
  ) {
    this.left = new Set(statement.ignored);
    this.root = slashed(model.files.realPath(model.location) ?? model.location);
    this.signature = slashed(model.files.realPath(model.signature) ?? model.signature);
  }

  walk(): TreeFile[] {
    const info = this.model.files.info(this.root);
    if (info?.kind === 'file') this.file({ path: nameOf(this.root), absolute: this.root, depth: 0, ignored: false }, info);
    else this.folder({ path: '', absolute: this.root, depth: 0, ignored: false });
    return this.found;
  }

  private folder(at: Place): void {
    if (at.depth > limits.maxDepth) this.problem(at.path, 'lies too deep');
    else for (const entry of this.entriesOf(at)) this.entry(at, entry);
  }

  private entriesOf({ path, absolute }: Place): DirEntry[] {
    try {
      return this.model.files.list(absolute);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.problem(path || '.', error.message);
      return [];
    }
  }

  private entry(folder: Place, entry: DirEntry): void {
    const isGit = folder.path === '' && GIT_NAMES.has(entry.name);
    const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
    const ignored = folder.ignored || this.left.has(path);
    if (isGit && (ignored || this.statement.ignored.length === 0)) return;
    const place = { path, absolute: `${folder.absolute}/${entry.name}`, depth: folder.depth + 1, ignored };
    if (entry.raw !== undefined) this.problem(path, 'has a name that is no UTF-8');
    else if (entry.kind === 'folder') this.folder(place);
    else if (entry.kind === 'file' || ignored) this.file(place);
    else if (entry.kind === 'link') this.link(place);
    else this.problem(path, 'is neither file nor folder');
  }

  /** A link counts only if the signer allowed links, and only if it leads to a file inside the model. */
  private link(place: Place): void {
    const real = this.model.files.realPath(place.absolute);
    const target = real === undefined ? undefined : slashed(real);
    const info = target === undefined ? undefined : this.model.files.info(target);
    if (!this.statement.allowSymlinks) this.problem(place.path, 'is a symbolic link, which the signature does not allow');
    else if (target === undefined || info?.kind !== 'file' || !target.startsWith(`${this.root}/`)) {
      this.problem(place.path, 'is a symbolic link that leads to no file of the model');
    } else this.file({ ...place, absolute: target }, info);
  }

  private file({ path, absolute, ignored }: Place, known?: FileInfo): void {
    if (absolute === this.signature) return;
    if (ignored) this.ignored.push(path);
    else if (this.found.length >= MAX_FILES) this.problem(path, 'is one file too many');
    else this.found.push({ path, absolute, size: (known ?? this.model.files.info(absolute))?.size ?? 0 });
  }

  private problem(path: string, text: string): void {
    this.problems.push({ kind: 'unreadable', path, text });
  }
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

interface Place {
  path: string;
  absolute: string;
  depth: number;
  ignored: boolean;
}
