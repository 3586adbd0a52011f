import type { LicenseCategory } from '../support/licenses/categories.js';
import type { FeedState } from './advisory.js';
import type { Agent, AiModel, CredentialRef, McpServer, Skill, Tool } from './agent.js';
import type { CloudResource } from './cloud.js';
import type { Component } from './component.js';
import type { Finding, FindingKind, Suppression } from './finding.js';
import type { ExposurePath, FixFirst, Graph } from './graph.js';
import type { ContainerImage } from './image.js';
import type { Narrowing } from './narrowing.js';
import type { CollectorOutcome, Issue } from './outcome.js';
import type { Severity } from './severity.js';
import type { Posture, Verdict } from './verdict.js';

/** Version of the JSON report's schema; docs/schemas holds one file per version. */
export const REPORT_SCHEMA_VERSION = '1.0';

export interface ScanRun {
  /** RFC 3339, from SOURCE_DATE_EPOCH where set. */
  started_at: string;
  finished_at: string;
  targets: string[];
  offline: boolean;
  collectors: CollectorOutcome[];
  issues: Issue[];
  /** Feeds this scan used. */
  feeds: FeedState[];
  /** Kinds of checks that had something to look at. A kind that is missing here found nothing because it had nothing to look at. */
  checks?: Check[];
  /** What the user asked to leave out. Absent only in reports of earlier versions, which do not say. */
  narrowed?: Narrowing;
}

/** How much checks of one kind looked at: packages, configuration files, tools, bundles, model files. */
export interface Check {
  kind: FindingKind;
  count: number;
}

/** Counts all formats show; computed once by the scan, never by a report. Suppressed findings are counted apart. */
export interface Counts {
  components: number;
  unresolved: number;
  /** Entries of bills of materials that name no package anybody could look up. Absent in reports of earlier versions. */
  unidentified?: number;
  findings: number;
  vulnerabilities: number;
  malicious: number;
  suppressed: number;
  /** The same, by the kind of statement that suppresses them. Absent in reports of earlier versions. */
  suppressed_by?: Record<Exclude<Suppression['by'], 'unfixed'>, number> & {
    /** Absent in reports of earlier versions. */ unfixed?: number;
  };
  withdrawn: number;
  kev: number;
  fixable: number;
  by_severity: Record<Severity, number>;
  /** Components by the category of their licence. Absent in reports of earlier versions. */
  by_license?: Record<LicenseCategory, number>;
}

/** Notes that are no finding: withdrawn records, unused ignores, unmatched VEX statements, exceptions in force, skipped folders, licences told by a text. */
export interface Note {
  kind:
    | 'withdrawn'
    | 'review'
    | 'unused_ignore'
    | 'expired_ignore'
    | 'unmatched_vex'
    | 'exception'
    | 'skipped'
    | 'age'
    | 'baseline'
    | 'not_matched'
    | 'license'
    | 'policy_warning'
    | 'policy_failure';
  text: string;
}

/** Everything a scan found out: plain JSON in the shape it is published. Arrays are sorted, so equal scans are equal bytes. */
export interface ScanReport {
  schema_version: typeof REPORT_SCHEMA_VERSION;
  tool: { name: 'castellan'; version: string };
  scan_run: ScanRun;
  counts: Counts;
  components: Component[];
  agents: Agent[];
  servers: McpServer[];
  tools: Tool[];
  credentials: CredentialRef[];
  skills: Skill[];
  models: AiModel[];
  /** Absent in reports without a cloud. */
  cloud?: CloudResource[];
  /** What infrastructure code declares: agents, services, roles, data; absent in reports without any. */
  infrastructure?: CloudResource[];
  /** Container images that something of the inventory runs; absent where there is none. */
  images?: ContainerImage[];
  findings: Finding[];
  graph: Graph;
  exposure_paths: ExposurePath[];
  fix_first: FixFirst[];
  notes: Note[];
  verdict: Verdict;
  posture: Posture;
}
