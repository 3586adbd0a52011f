import type { AdvisorySource } from './advisory.js';
import type { CloudConnection } from './cloud.js';
import type { Component } from './component.js';
import type { Finding } from './finding.js';
import type { ImageLimits } from './image.js';
import type { LicensePolicy } from './license.js';
import type { CollectorOutcome, Issue } from './outcome.js';
import type { PinSet } from './pins.js';
import type { Severity, Threshold } from './severity.js';
import type { Verdict } from './verdict.js';

export type TargetKind = 'path' | 'sbom' | 'image' | 'iac' | 'models' | 'skills' | 'mcp_config' | 'inventory';

export interface ScanTarget {
  kind: TargetKind;
  /** As the user wrote it; relative to `cwd`. `-` for standard input. */
  value: string;
}

/** One ignore from castellan.yaml or an ignore file, checked and with its place for messages. */
export interface IgnoreRule {
  /** Any id of the problem; aliases are covered. */
  id: string;
  /** Package name or purl (without version: all versions). */
  package?: string;
  /** Glob over locations. */
  path?: string;
  reason: string;
  /** `YYYY-MM-DD`, last day it holds. */
  expires: string;
  /** `castellan.yaml:12`, for the list of unused entries. */
  source: string;
}

/** A dated exception: the only way to set a malicious finding aside. */
export interface ExceptionRule {
  id: string;
  purl: string;
  version?: string;
  integrity?: string;
  reason: string;
  expires: string;
  source: string;
}

/** One VEX statement, whichever format it came in. */
export interface VexStatement {
  /** Any id or alias of the vulnerability. */
  id: string;
  aliases: string[];
  /** Purls of the products it is about; a purl without version covers all. */
  products: string[];
  status: 'not_affected' | 'affected' | 'fixed' | 'under_investigation';
  justification?: string;
  /** Author's words. */
  statement?: string;
  source: string;
}

export type PolicyTarget = 'finding' | 'package' | 'server' | 'agent' | 'model' | 'skill';

/** Conditions of a policy rule: every given key must hold. Values are alternatives. Shape: policy/policy-file.ts. */
export type PolicyCondition = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface PolicyRule {
  id: string;
  description: string;
  action: 'fail' | 'warn';
  target: PolicyTarget;
  when: PolicyCondition;
}

export interface PolicyDocument {
  rules: PolicyRule[];
  licenses?: LicensePolicy;
  source: string;
}

/** The parts of an earlier report that decide which findings are new. */
export interface Baseline {
  components: Component[];
  /** `findingKey`s of what the earlier scan reported. */
  keys: string[];
  source: string;
  /** What could not be compared, for the notes of the report. */
  remarks?: string[];
}

/** Everything that decides the verdict; parsed by the code that reads it (flags, castellan.yaml, the control plane). */
export interface GateOptions {
  failOnSeverity: Threshold;
  warnOn?: Threshold;
  unknownSeverity: 'fail' | 'warn' | 'ignore';
  failOnKev: boolean;
  failIfAiRisk: boolean;
  /** A dependency without an exact version fails the scan instead of only being named. */
  failOnUnresolved: boolean;
  fixableOnly: boolean;
  /** Vulnerabilities for which there is no fix are suppressed. */
  ignoreUnfixed: boolean;
  exitZero: boolean;
  allowEmpty: boolean;
  /** Entries of bills of materials that name no package don't make the scan incomplete. */
  allowUnidentified: boolean;
  modelPolicyMode: 'off' | 'warn' | 'enforce';
  requireModelSignatures: boolean;
  blockUnsafeModelFormats: boolean;
  requireFreshDb: boolean;
  /** Milliseconds. */
  maxDbAgeMs: number;
  policy?: PolicyDocument;
  ignores: IgnoreRule[];
  exceptions: ExceptionRule[];
  vex: VexStatement[];
  baseline?: Baseline;
  /** Packages younger than this many days fail the policy (0: off). */
  minAgeDays?: number;
}

/** What model signatures are verified with. */
export interface ModelTrust {
  /** PEM texts. */
  publicKeys: string[];
  certificates: string[];
  /** Keyless signatures count only with all three. */
  trustedRoot?: unknown;
  identity?: string;
  issuer?: string;
}

export interface ScanRequest {
  targets: ScanTarget[];
  /** Absolute folder that relative targets and report paths start from. */
  cwd: string;
  /** OSV names of ecosystems to keep, with a release or without; empty: all. */
  ecosystems: string[];
  /** Globs of paths to leave out. */
  exclude: string[];
  /** False: files that `.gitignore` names and git does not track are read too. */
  gitignore: boolean;
  includeDev: boolean;
  userConfig: boolean;
  /** Read this folder as a user's home of that system, instead of this user's own. */
  home?: { path: string; os?: 'darwin' | 'linux' | 'win32' };
  /** Folders whose project configuration is read besides the targets. */
  projects?: string[];
  /** Files and folders of saved tool definitions. */
  mcpTools?: string[];
  /** Accounts of clouds that are read besides the targets. */
  cloud?: CloudConnection[];
  /** Start or reach the configured servers, each with the user's consent, and list what they offer. */
  introspect?: boolean;
  modelTrust?: ModelTrust;
  /** The approved definitions, with which the present ones are compared. */
  pins?: PinSet;
  /** False: inventory only, nothing is matched. */
  vulnerabilities: boolean;
  /** Vulnerabilities of kernel headers in images keep their severity. Absent: they have none, because no code of them runs there. */
  kernelHeaders?: true;
  /** False: infrastructure code of folders is not read. Targets of the kind `iac` are. */
  infrastructure: boolean;
  /** False: files and images are not searched for secrets. */
  secrets: boolean;
  /** Which image of an index to read: `linux/arm64`. Absent: this machine's. */
  platform?: string;
  /** Compare the licences that packages declare with the texts that lie with them, too. */
  licenseTexts?: true;
  /** Ceilings of images that are not the default; bytes, or a number of entries. */
  imageLimits?: Partial<ImageLimits>;
  /** Search what every commit of a folder's repository added, too. */
  secretsHistory?: true;
  /** Search the files in archives for secrets, too. */
  secretsArchives?: true;
  demo: boolean;
  /** Components stated by the caller instead of targets (`check`, a pushed bill of materials), and how reading them went. */
  given?: { components: Component[]; issues?: Issue[]; collectors?: CollectorOutcome[] };
  offline: boolean;
  gates: GateOptions;
}

/** Progress of a scan; the CLI draws it, a worker sends it to its parent. */
export type ScanEvent =
  | { event: 'started'; targets: string[] }
  | { event: 'step'; step: ScanStep }
  | { event: 'progress'; step: ScanStep; done: number; total?: number; label?: string }
  | { event: 'issue'; issue: Issue }
  | { event: 'finding'; id: string; severity: Severity; kind: Finding['kind'] }
  | { event: 'finished'; verdict: Verdict };

export type ScanStep = 'plan' | 'collect' | 'match' | 'detect' | 'graph' | 'policy' | 'report';

/** Where advisories come from in this scan: absent means none could be opened, and `problem` says why. */
export interface AdvisoryAccess {
  source?: AdvisorySource;
  /** One line: missing, empty, unreadable, wrong schema, no SQLite. */
  problem?: string;
  /** What to do about it, a command. */
  remedy?: string;
  /** True when there is a database that cannot be used: the user must not think that it was used. */
  unusable?: boolean;
}
