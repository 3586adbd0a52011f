import type { ComponentSource, DependencyScope, OriginPackage } from '../model/component.js';
import type { RegistrySetting } from '../model/inventory.js';
import type { Outcome } from '../model/outcome.js';
import type { IssueKind } from '../support/issue-kinds.js';

/** One file of the evidence, opened and bounded by the walker; a reader never touches the disk itself. */
export interface SourceFile {
  /** Relative to the scan root, with `/`. */
  readonly path: string;
  readonly size: number;
  /** The bytes, at most the limit of `support/limits.ts`; read on first use. */
  bytes(): Uint8Array;
  /**
   * The text: BOM removed, UTF-8 or UTF-16 decoded. Throws InputError `wrong_encoding` when the bytes are not text.
   * Line ends are unchanged (`\r\n` possible).
   */
  text(): string;
}

/** What a reader may read besides its file. */
export interface ReadContext {
  /**
   * Another file, by a path relative to the folder of the file being read (`package.json`,
   * `../Directory.Packages.props`).
   * Undefined when there is none, or when it is outside the scan root (then `outside(path)` is true).
   */
  sibling(path: string): SourceFile | undefined;
  /** True when the path leaves the scan root: name it in an issue and do not read it. */
  outside(path: string): boolean;
  /** Files directly in the folder of the file being read (names only, sorted), for formats that need a glob. */
  list(folder: string): readonly string[];
}

/** One package as one file states it. Names have the ecosystem's own form (see Component). */
export interface PackageRecord {
  name: string;
  /** Exact version as written (Go without `v`); null when a git, URL or file dependency states none. */
  version: string | null;
  /** If it differs from the reader's ecosystem. */
  ecosystem?: string;
  /** 1-based line of the package's own entry in the file (or in `path`). */
  line?: number;
  /** File of the entry if it is not the file being read; relative to the scan root. */
  path?: string;
  scope?: DependencyScope;
  /** Absent: the file does not tell. */
  direct?: boolean | null;
  /** Identity within this file, for `dependencies`; absent: `name@version`. */
  key?: string;
  /** Keys of the packages that it depends on; the merge ignores unknown keys. */
  dependencies?: string[];
  licenses?: string[];
  /**
   * True when the requirement is on the project's own release. If another file shows that the package belongs to the
   * project, it is not a registry package.
   */
  sameRelease?: true;
  /** Only given if it is not the ecosystem's default registry, or if the lock states the address (`resolved`). */
  source?: ComponentSource;
  integrity?: string;
  arch?: string;
  origin?: OriginPackage;
  /** How sure it is that this is the package. Absent: the evidence names it. */
  confidence?: 'medium' | 'low';
  /** rpm: who built the package, as its header says. */
  vendor?: string;
  /** rpm: name and stream of the module that it was built for: `nodejs:18`. */
  module?: string;
  /** Archives: the way inside of the file. */
  inner?: string;
  /** Images: index of the layer that brought the package in this version. */
  layer?: number;
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
   * Absent: `scanned`, also when the file is empty. `failed`: unreadable (throw InputError instead when nothing at all
   * could be read). `truncated`: a limit was reached. `unsupported`: well-formed, but of an unknown version.
   */
  outcome?: Outcome;
  /** Folders, relative to the file's own, whose manifests this file covers (workspace members): `packages/a`. */
  members?: string[];
  /**
   * Further files that were read completely, relative to the scan root (`requirements` includes, parent POMs): they are
   * not read again.
   */
  consumed?: string[];
  registries?: RegistrySetting[];
  /**
   * SBOMs: components without a purl. `aside`: a file, system or group of packages, which cannot be looked up anyway.
   */
  unidentified?: { name: string; version: string | null; aside?: true }[];
}

/**
 * Reads one format. `matches` tests only the path and is called for every file of the tree; `read` gets the file. A
 * reader throws InputError when it can read nothing of the file. Otherwise it returns what it understood *and* an issue
 * for each thing that it did not: it never silently returns a shorter list. It must take time linear in the file's
 * size, also for hostile files, must not trust lengths, depths or key names in it, and must not access anything outside
 * `context`.
 */
export interface LockfileReader {
  /** Id of the format: `npm-lock`. Also the folder of its fixtures. */
  readonly id: string;
  /** For docs/formats.md: `package-lock.json (npm 5–11, lockfileVersion 1–3)`. */
  readonly title: string;
  readonly ecosystem: string;
  /**
   * A lock states what is installed. A manifest states what is required, and is not read when a lock covers its folder.
   */
  readonly kind: 'lock' | 'manifest';
  /** Ids of locks beside which this file is not read on its own. */
  readonly yieldsTo?: readonly string[];
  /**
   * How to get exact versions for what this file leaves open, preferably a command: ``run `npm install` ``. Manifests
   * have one.
   */
  readonly resolveHint?: string;
  /** Ids of readers whose files, in its folder or anywhere below, cover this file. */
  readonly yieldsToBelow?: readonly string[];
  /** True when a walk does not read the file; it is only read when named or included by another file. */
  readonly onlyNamed?: boolean;
  matches(path: string): boolean;
  /** For readers of the same names (SBOMs, `yarn.lock`): tests the first 4 KiB after `matches` was true. */
  sniff?(head: string): boolean;
  /**
   * For a file that the user names, whatever its name: true when the first 64 KiB can only be of this format. It tests
   * for what the format has, never for what it lacks. Formats that other files look like (`package.json`) do not
   * implement it.
   */
  recognises?(head: string): boolean;
  read(file: SourceFile, context: ReadContext): ReadResult | Promise<ReadResult>;
}

/** An empty result for readers to fill. */
export function emptyResult(): ReadResult {
  return { packages: [], unresolved: [], local: [], issues: [] };
}
