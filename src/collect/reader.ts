import type { ComponentSource, DependencyScope, OriginPackage } from '../model/component.js';
import type { RegistrySetting } from '../model/inventory.js';
import type { Outcome } from '../model/outcome.js';
import type { IssueKind } from '../support/issue-kinds.js';

/** One file of the evidence, opened and bounded by the walker; a reader never touches the disk itself. */
export interface SourceFile {
  /** Relative to the scan root, with `/`. */
  readonly path: string;
  readonly size: number;
  /** The bytes, at most the ceiling of `support/limits.ts`; read on first use. */
  bytes(): Uint8Array;
  /**
   * The text: BOM removed, UTF-8 or UTF-16 decoded. Throws InputError `wrong_encoding` when the bytes are no text.
   * Line ends stay as they are (`\r\n` possible).
   */
  text(): string;
}

/** What a reader may look at besides its file. */
export interface ReadContext {
  /**
   * Another file, by a path relative to the folder of the file being read (`package.json`, `../Directory.Packages.props`).
   * Undefined when there is none, or when it lies outside the scan root (then `outside(path)` is true).
   */
  sibling(path: string): SourceFile | undefined;
  /** True when the path leaves the scan root: name it in an issue and leave it alone. */
  outside(path: string): boolean;
  /** Files directly in the folder of the file being read (names only, sorted), for formats that need a glob. */
  list(folder: string): readonly string[];
}

/** One package as one file states it. Names in the ecosystem's own form (see Component). */
export interface PackageRecord {
  name: string;
  /** Exact version as written (Go without `v`); null where a git, URL or file dependency states none. */
  version: string | null;
  /** Where it differs from the reader's ecosystem. */
  ecosystem?: string;
  /** 1-based line of the package's own entry in the file (or in `path`). */
  line?: number;
  /** File of the entry where it is not the file being read; relative to the scan root. */
  path?: string;
  scope?: DependencyScope;
  /** Absent: these files cannot tell. */
  direct?: boolean | null;
  /** Identity within this file, for `dependencies`; absent: `name@version`. */
  key?: string;
  /** Keys of the packages it depends on; unknown keys are ignored by the merge. */
  dependencies?: string[];
  licenses?: string[];
  /** Asked for in the project's own release: where another file names it as one of the project's own, it is no package of a registry. */
  sameRelease?: true;
  /** Given only when it is not the ecosystem's default registry, or when the lock states the address (`resolved`). */
  source?: ComponentSource;
  integrity?: string;
  arch?: string;
  origin?: OriginPackage;
  /** SBOMs: the purl as written, canonicalised. */
  purl?: string;
}

/** A package declared by a range, an undefined property, or no version at all: reported, never matched, never guessed. */
export interface UnresolvedRecord {
  name: string;
  /** The text that could not be resolved: `^1.2.0`, `${spring.version}`, empty for none. */
  requirement: string;
  ecosystem?: string;
  line?: number;
  path?: string;
  scope?: DependencyScope;
  direct?: boolean | null;
}

export interface ReadIssue {
  kind: IssueKind;
  reason: string;
  line?: number;
  path?: string;
  /** True when the entry is odd but nothing was missed. */
  note?: true;
}

export interface ReadResult {
  packages: PackageRecord[];
  unresolved: UnresolvedRecord[];
  /** Names of the project's own members (workspace, path, link, sdk). */
  local: string[];
  issues: ReadIssue[];
  /**
   * Absent: `scanned`, also when there is nothing in it. `failed`: unreadable (throw InputError instead when nothing at all
   * could be read). `truncated`: a ceiling was met. `unsupported`: well-formed, of a version nobody knows.
   */
  outcome?: Outcome;
  /** Folders, relative to the file's own, whose manifests this file covers (workspace members): `packages/a`. */
  members?: string[];
  /** Further files it has read whole, relative to the scan root (`requirements` includes, parent POMs): not read again. */
  consumed?: string[];
  registries?: RegistrySetting[];
  /** SBOMs: components without a purl. `aside`: a file, system or group of packages, which nobody would look up anyway. */
  unidentified?: { name: string; version: string | null; aside?: true }[];
}

/**
 * Reads one format. `matches` is a test of the path alone and is called for every file of the tree; `read` gets the file.
 * A reader throws InputError when nothing can be made of the file, and otherwise returns what it understood *and* an issue
 * for each thing it did not: never a silently shorter list. It must end quickly on hostile input (linear in its size),
 * must not trust lengths, depths or key names in it, and must not follow anything outside `context`.
 */
export interface LockfileReader {
  /** The format: `npm-lock`. Folder of its fixtures. */
  readonly id: string;
  /** For docs/formats.md: `package-lock.json (npm 5–11, lockfileVersion 1–3)`. */
  readonly title: string;
  readonly ecosystem: string;
  /** A lock states what is installed; a manifest what is asked for and yields to a lock that covers its folder. */
  readonly kind: 'lock' | 'manifest';
  /** Ids of locks beside which this file is not read on its own. */
  readonly yieldsTo?: readonly string[];
  /** How what this file leaves open gets an exact version, a command if there is one: ``run `npm install` ``. Manifests have one. */
  readonly resolveHint?: string;
  /** Ids of readers whose files, in its folder or anywhere below, speak for this file. */
  readonly yieldsToBelow?: readonly string[];
  /** True when the file must not be taken up by a walk, only when named or included by another file. */
  readonly onlyNamed?: boolean;
  matches(path: string): boolean;
  /** Among readers of the same names (SBOMs, `yarn.lock`): a look at the first 4 KiB, when `matches` was true. */
  sniff?(head: string): boolean;
  /**
   * For a file the user names, whatever it is called: true when the first 64 KiB can only be of this format. It says what the
   * format has, never what it has not, and leaves out formats (`package.json`) that other files look like.
   */
  recognises?(head: string): boolean;
  read(file: SourceFile, context: ReadContext): ReadResult | Promise<ReadResult>;
}

/** A result with nothing in it, for readers to fill. */
export function emptyResult(): ReadResult {
  return { packages: [], unresolved: [], local: [], issues: [] };
}
