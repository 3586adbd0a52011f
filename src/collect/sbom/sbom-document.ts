import type { DependencyScope } from '../../model/component.js';
import type { ReadIssue } from '../reader.js';

/** One component of an SBOM, whichever format it is written in. */
export interface SbomNode {
  /** Identity within the document: `bom-ref`, `SPDXID`, or one made up. */
  key: string;
  /** `group/name` where a group is given. */
  name: string;
  version: string | null;
  /** Package URLs as written. */
  purls: readonly string[];
  licenses: string[];
  /** True for what is no package: a file, an operating system, a lockfile that packages were found in. */
  aside?: true;
  line?: number;
  scope?: DependencyScope;
  /** What the document itself says about being direct; else it follows from the graph. */
  direct?: boolean;
  /** Set when the document says that no exact version is known: what was asked for. */
  requirement?: string;
  integrity?: string;
  /** Source package, where a tool's own properties name it. */
  origin?: { name: string; version?: string };
}

/** What the four readers make of their texts. */
export interface SbomDocument {
  nodes: SbomNode[];
  /** Keys each node depends on. */
  edges: Map<string, string[]>;
  /** Keys of what the document describes: its dependencies are the direct ones. */
  roots: string[];
  issues: ReadIssue[];
}
