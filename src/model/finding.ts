import type { FixState, KevState, MatchReason } from './advisory.js';
import type { Location } from './component.js';
import type { Severity } from './severity.js';

export const findingKinds = [
  'vulnerability',
  'malicious',
  'suspicious_package',
  'mcp_config',
  'tool',
  'skill',
  'model',
  'cloud',
  'secret',
  'iac',
  'image',
  'license',
  'policy',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export const findingContexts = ['test'] as const;
export type FindingContext = (typeof findingContexts)[number];

export type Confidence = 'high' | 'medium' | 'low';

/** Why a finding does not count for gates. It stays in the report. */
export interface Suppression {
  by: 'ignore' | 'vex' | 'exception' | 'baseline' | 'unfixed';
  reason: string;
  /** What the VEX statement says, where VEX suppresses. */
  status?: 'not_affected' | 'fixed';
  /** Date the suppression ends, `YYYY-MM-DD`. */
  expires?: string;
}

/** What can be reached from a finding, by walking real edges of the graph. Refs of nodes, sorted. */
export interface BlastRadius {
  servers: string[];
  agents: string[];
  credentials: string[];
  tools: string[];
  /** Of findings about a cloud: services and entrances, roles, and data. */
  services?: string[];
  roles?: string[];
  data?: string[];
  /** Set when the internet leads to it. */
  exposed?: true;
}

/** One problem that a person should know. A report holds it once; everything else refers to its fingerprint. */
export interface Finding {
  /** Made by `identity.ts`: stable over moved lines, new versions of the tool and other machines. */
  fingerprint: string;
  kind: FindingKind;
  /** Rule id, for findings that a rule made, and for those of a record about a package where a rule says the same of its server. */
  rule?: string;
  /** Best id of the group: CVE-less GHSA, MAL, … see `preferredId`; the rule id for rule findings. */
  id: string;
  /** Every other id of the group, sorted. */
  aliases: string[];
  /** Ids of the database records that matched, sorted. */
  advisories: string[];
  severity: Severity;
  /** CVSS base score 0.0–10.0. */
  score?: number;
  vector?: string;
  confidence: Confidence;
  /** Ref of the component. */
  component?: string;
  /** Ref of a server, tool, skill, model, agent or resource of a cloud. */
  subject?: string;
  locations: Location[];
  /** `test`: every place lies under a folder of tests, fixtures or examples. It counts like any other and comes last in every order. */
  context?: FindingContext;
  /** Of images: true where all places are in layers of the base, false where one is not. Absent: that is not known, or it is no image. */
  in_base?: boolean;
  match?: MatchReason;
  /** Smallest version that ends this problem for this component, as the advisories write it. */
  fixed_version?: string;
  /** What the distribution does about it in this release, where it says so. */
  fix_state?: FixState;
  kev: KevState;
  /** Date CISA listed it, when listed. */
  kev_added?: string;
  epss?: { score: number; percentile: number };
  cwes: string[];
  title: string;
  /** Why it matters here. One or two sentences, terminal-safe after rendering, secrets redacted. */
  why: string;
  /** The exact words that led a rule to the finding: redacted, made visible, cut to a line or two. */
  evidence?: string;
  /** What to do, with the command where there is one. */
  fix: string;
  references: string[];
  blast_radius?: BlastRadius;
  suppressed?: Suppression;
  /** RFC 3339 time of publication, when an advisory states one. */
  published?: string;
}

/** What a detector yields: a finding without its identity, which `identity.ts` adds. */
export type Fact = Omit<Finding, 'fingerprint'>;
