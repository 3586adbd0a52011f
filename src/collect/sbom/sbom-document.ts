import type { DependencyScope } from '../../model/component.js';
import type { ReadIssue } from '../reader.js';

/** One component of an SBOM, independent of the SBOM's format. */
export interface SbomNode {
  /** Identity within the document: `bom-ref`, `SPDXID`, or a generated one. */
  key: string;
  /** `group/name` if there is a group. */
  name: string;
  version: string | null;
  /** Package URLs as written. */
  purls: readonly string[];
  licenses: string[];
  /**
   * True for components that are not packages: a file, an operating system, a lockfile in which packages were found.
   */
  aside?: true;
  line?: number;
  scope?: DependencyScope;
  /** Whether the document states that it is a direct dependency; if absent, the graph decides. */
  direct?: boolean;
  /** The requirement, if the document states that no exact version is known. */
  requirement?: string;
  integrity?: string;
  /** Source package, if a tool's own properties name it. */
  origin?: { name: string; version?: string };
}

/** The common result of the four readers. */
export interface SbomDocument {
  nodes: SbomNode[];
  /** The keys that each node depends on. */
  edges: Map<string, string[]>;
  /** Keys of the document's subjects, whose dependencies are the direct ones. */
  roots: string[];
  issues: ReadIssue[];
}
