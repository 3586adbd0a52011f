/**
 * A place in the evidence. `path` is relative to the scanned directory, with `/`; `~/…` for what lies in the user's home.
 * `line` is 1-based. `line_hash` is GitHub's `primaryLocationLineHash` of that line; `pointer` a JSON pointer or a field.
 */
export interface Location {
  path: string;
  line?: number;
  line_hash?: string;
  pointer?: string;
  /** In an image: index into its `layers`. `path` then starts at the root of the image, without `/`. */
  layer?: number;
  /** The image's reference, where the scan reads more than one input; without it, `layer` is of the only image. */
  image?: string;
  /** In an archive: the way inside, `shop.war!WEB-INF/lib/x.jar`. */
  inner?: string;
  /** In an image: a higher layer deletes the file, yet whoever pulls the image has it. */
  deleted?: true;
}

export type DependencyScope = 'prod' | 'dev' | 'optional' | 'unknown';

/** The source of a component's bytes. Absent: the ecosystem's default public registry, or not stated. */
export interface ComponentSource {
  kind: 'registry' | 'git' | 'url' | 'file';
  /** Address without user info or secret query values. */
  url?: string;
  /** Full or abbreviated commit of a git source. */
  commit?: string;
}

/** The package a distribution built this binary package from; advisories of most distributions name it. */
export interface OriginPackage {
  name: string;
  version?: string;
}

/** One third-party package in one version, wherever it was found. */
export interface Component {
  /** The purl, with source qualifiers where the package does not come from its public registry. Unique in a report. */
  ref: string;
  purl: string;
  /** OSV's spelling, with the release for distributions: `npm`, `PyPI`, `Debian:12`. Types OSV lacks keep their purl type. */
  ecosystem: string;
  /** The ecosystem's own form: `@scope/name`, `group:artifact`, a module path, a PEP 503 name. */
  name: string;
  /** As the evidence writes it; null where a git, URL or file dependency, or a range, states none. */
  version: string | null;
  scope: DependencyScope;
  /** True: declared by the project itself. Null: the evidence cannot tell. */
  direct: boolean | null;
  /** False: declared by a range or without a version, so nothing was matched and nothing may be called clean. */
  resolved: boolean;
  /** What the manifest asked for, when `resolved` is false. */
  requirement?: string;
  locations: Location[];
  /** Refs of the components this one depends on, sorted. */
  dependencies: string[];
  /** One SPDX expression in normal form, or the words as written where none follows from them. */
  licenses: string[];
  source?: ComponentSource;
  /** Subresource-integrity style or `algorithm:hex` digest the lock pins. */
  integrity?: string;
  arch?: string;
  origin?: OriginPackage;
  /** How sure it is that this is the package: `low` where it was told by its own words or its file's name. Absent: the evidence names it. */
  confidence?: 'medium' | 'low';
  /** Who built a package of a distribution, as the package says. */
  vendor?: string;
  /** The module of a distribution that the package was built for: `nodejs:18`. */
  module?: string;
}
