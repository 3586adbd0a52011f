import type { FindingContext } from './finding.js';
import type { Severity } from './severity.js';

/** Of a cloud: `network` is the internet; the others as `cloudResourceKinds` describe them. */
export const nodeKinds = [
  'package',
  'server',
  'agent',
  'tool',
  'credential',
  'skill',
  'model',
  'network',
  'entrance',
  'service',
  'role',
  'data',
  'image',
  'control',
  'account',
  'finding',
] as const;
export type NodeKind = (typeof nodeKinds)[number];

/**
 * `from` acts on `to`: an agent uses a server, a server runs a package, holds a credential, offers a tool. In a cloud the internet
 * `reaches` what is public, a service `assumes` a role, and the role `reads`, `writes` or `administers` data or a whole account.
 */
export const edgeKinds = [
  'uses',
  'runs',
  'depends_on',
  'holds',
  'offers',
  'affects',
  'contains',
  'instructs',
  'reaches',
  'assumes',
  'reads',
  'writes',
  'administers',
] as const;
export type EdgeKind = (typeof edgeKinds)[number];

export interface GraphNode {
  id: string;
  kind: NodeKind;
  label: string;
  severity?: Severity;
}

export interface GraphEdge {
  from: string;
  to: string;
  kind: EdgeKind;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** Edges along which whoever holds one end of them gets to the other. */
export const leadingEdges: ReadonlySet<EdgeKind> = new Set(['reaches', 'uses', 'assumes', 'reads', 'writes', 'administers']);

/** The node that stands for everybody. */
export const INTERNET = 'internet';

/** The part of a path's `why` that says its subject can be reached by anybody. */
export const OPEN_TO_THE_INTERNET = 'open to the internet';

/** A walk from a finding to what it endangers: each consecutive pair of `nodes` is joined by an edge (either direction). */
export interface ExposurePath {
  id: string;
  /** Fingerprint of the finding the path starts from. */
  finding: string;
  nodes: string[];
  /** 0–100; `why` says how it came about. */
  score: number;
  why: string;
  /** On the best path of a finding about a cloud: how many ways over further roles to data have no path of their own. Absent: none. */
  left_out?: number;
}

/**
 * How urgent a step is, worst first: harmful things, things exploited in the wild, critical findings that reach an agent
 * or a credential, other critical findings, then by severity. Findings without a score count as `medium`.
 */
export const fixTiers = ['malicious', 'exploited', 'critical-exposed', 'critical', 'high', 'medium', 'low'] as const;
export type FixTier = (typeof fixTiers)[number];

/** One upgrade, removal or correction, and how much it clears. */
export interface FixFirst {
  /** Ref of what changes: a component, server, tool, skill, model or agent; the path of a file that is none of them. */
  component: string;
  action: string;
  command?: string;
  /** What to write at the places that the action names, with text to paste. Absent in reports of older versions. */
  fix?: string;
  /** Tier of the worst finding cleared; absent in reports of older versions. */
  tier?: FixTier;
  /** Set when everything that the step clears is in tests, fixtures or examples. */
  context?: FindingContext;
  /** Fingerprints cleared. */
  findings: string[];
  paths: number;
  score: number;
}
