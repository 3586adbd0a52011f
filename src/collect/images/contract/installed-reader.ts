import type { PackageRecord, ReadIssue } from '../../reader.js';
import type { ImageFile, ImageTree } from './image-tree.js';

/** How much of a file is kept. */
export interface Wanted {
  /** Bytes; a larger file is `too_large`, and said. */
  most: number;
  /** Bytes of the beginning that are kept of a larger file, or where there is little room; it is then not `too_large`. */
  begin?: number;
  /** Of programs: tests the first bytes. False: the file is not kept. */
  head?: (head: Uint8Array) => boolean;
}

/** A file that a package of the system brought. */
export interface OwnedPath {
  /** As the package database writes it, without a leading `/`; links are not resolved. */
  path: string;
  /** Name of the package. */
  by: string;
  /** The file as the package brought it: `md5:…`, `sha1:…`, `sha256:…`, in hexadecimal. */
  digest?: string;
}

export interface InstalledReading {
  packages: PackageRecord[];
  issues: ReadIssue[];
  /** Absent: `scanned`. */
  outcome?: 'scanned' | 'empty' | 'failed' | 'truncated' | 'unsupported';
  /** Paths that a package of the system owns, for readers of the system's packages. Read once, when it is needed. */
  owned?: Iterable<OwnedPath>;
}

/** Where what is too large for memory is put while it is read; whoever opens a file of it closes it. */
export interface Room {
  openScratch(): { append(bytes: Uint8Array): number; read(offset: number, length: number): Buffer; close(): void };
}

/**
 * Reads what one installer left behind: a package database, or the metadata of one package. It is called for each state of a file, so
 * that each package is attributed to the layer that brought it. It must take time and memory linear in the file and trust nothing in it.
 * It throws InputError where it can read nothing of the file; the outcome is then `failed`.
 */
export interface InstalledReader {
  readonly id: string;
  /** For docs: `package.json below node_modules`. */
  readonly title: string;
  /** OSV's name, without a release. */
  readonly ecosystem: string;
  /**
   * `system`: its packages own files, and language packages at those paths are no components of their own. `sbom`: its packages count
   * where nothing else shows them.
   */
  readonly kind: 'system' | 'language' | 'program' | 'sbom';
  /** Called for each entry of each layer; looks at the path only. Undefined: the reader does not want the file. */
  wants(path: string): Wanted | undefined;
  /** Where the system looks for it: paths, or folders with a trailing `/`. What links there lead to is wanted as well. */
  readonly places?: readonly string[];
  /** True: a reading depends on the file's path and bytes alone. */
  readonly isPure?: true;
  read(file: ImageFile, tree: ImageTree, room: Room): InstalledReading | Promise<InstalledReading>;
}
