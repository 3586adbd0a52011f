import type { FindingKind } from '../../model/finding.js';
import { type Severity, severities } from '../../model/severity.js';
import type { Control, Framework } from './framework.js';
import { type Topic, topics } from './topics.js';

/** Open findings that are the same to a framework: of one kind, rule and set of weaknesses. */
export interface FindingGroup {
  kind: string;
  rule: string | null;
  cwes: readonly string[];
  count: number;
  by_severity: Readonly<Record<Severity, number>>;
  /** The worst few. */
  examples: readonly FindingExample[];
}

export interface FindingExample {
  finding_id: string;
  id: string;
  severity: Severity;
  source_id: string;
}

/** What checks of one kind have looked at, in whole and successful runs. */
export interface Inspected {
  kind: FindingKind;
  /** Number of things: servers, skills, packages. */
  count: number;
  /** Ids of the sources, sorted. */
  sources: readonly string[];
  /** RFC 3339 time of the newest sight. */
  last_seen: string;
}

/** Everything an assessment follows from. */
export interface Assessed {
  groups: readonly FindingGroup[];
  inspected: readonly Inspected[];
  /** References of each rule: weaknesses and controls. */
  tags: ReadonlyMap<string, readonly string[]>;
}

export type ControlStatus = 'pass' | 'fail' | 'not_assessed';

export interface ControlResult {
  control_id: string;
  title: string;
  status: ControlStatus;
  /** One line. */
  reason: string;
  /** What assesses the control, besides scans. */
  evidence_needed: string;
  findings: { count: number; by_severity: Record<Severity, number>; examples: FindingExample[] };
  /** Checks that bear on it and had something to look at. */
  inspected: Inspected[];
  /** Checks that would bear on it, and have seen nothing yet. */
  not_inspected: FindingKind[];
}

export interface FrameworkResult {
  framework: string;
  title: string;
  version: string;
  reference: string;
  summary: Record<ControlStatus, number>;
  controls: ControlResult[];
}

const EXAMPLES = 10;

/** Each control fails by a finding that speaks against it, passes if a check that could have found one looked and found none, and else is not assessed. */
export function assess(framework: Framework, assessed: Assessed): FrameworkResult {
  const controls = framework.controls.map((control) => assessControl(control, assessed));
  const count = (status: ControlStatus) => controls.filter((control) => control.status === status).length;
  const { id, title, version, reference } = framework;
  const summary = { pass: count('pass'), fail: count('fail'), not_assessed: count('not_assessed') };
  return { framework: id, title, version, reference, summary, controls };
}

function assessControl(control: Control, { groups, inspected, tags }: Assessed): ControlResult {
  const bearing = control.topics.map((id): Topic => topics[id]);
  const checks = [...new Set(bearing.flatMap((topic) => topic.checks))];
  const against = groups.filter((group) => speaksAgainst(group, control, bearing, tags));
  const seen = inspected.filter(({ kind, count }) => count > 0 && checks.includes(kind));
  const status: ControlStatus = against.length > 0 ? 'fail' : seen.length > 0 ? 'pass' : 'not_assessed';
  const findings = together(against);
  return {
    control_id: control.id,
    title: control.title,
    status,
    reason: reasonOf({ status, count: findings.count, seen, checks }),
    evidence_needed: control.evidence,
    findings,
    inspected: seen,
    not_inspected: checks.filter((kind) => !seen.some((one) => one.kind === kind)),
  };
}

function speaksAgainst(group: FindingGroup, { tags: own = [] }: Control, bearing: readonly Topic[], tags: Assessed['tags']): boolean {
  const references = group.rule === null ? [] : (tags.get(group.rule) ?? []);
  if (references.some((reference) => own.some((tag) => isTag(reference, tag)))) return true;
  // An advisory's weaknesses are of somebody else's code.
  const isAdvisory = group.kind === 'vulnerability' || group.kind === 'malicious';
  const weaknesses = isAdvisory ? [] : [...group.cwes, ...references];
  return bearing.some(
    ({ kinds = [], cwes = [], tags: named = [] }) =>
      kinds.some((kind) => kind === group.kind) || weaknesses.some((weakness) => cwes.includes(weakness) || named.includes(weakness)),
  );
}

function isTag(reference: string, tag: string): boolean {
  return reference === tag || reference.startsWith(`${tag}.`);
}

function together(groups: readonly FindingGroup[]): ControlResult['findings'] {
  const sum = (severity: Severity) => groups.reduce((total, group) => total + group.by_severity[severity], 0);
  const by_severity = {
    critical: sum('critical'),
    high: sum('high'),
    medium: sum('medium'),
    low: sum('low'),
    none: sum('none'),
    unknown: sum('unknown'),
  };
  const examples = groups.flatMap((group) => group.examples).sort(worstFirst);
  return { count: groups.reduce((total, group) => total + group.count, 0), by_severity, examples: examples.slice(0, EXAMPLES) };
}

function worstFirst(a: FindingExample, b: FindingExample): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.finding_id < b.finding_id ? -1 : 1);
}

interface Reasons {
  status: ControlStatus;
  count: number;
  seen: readonly Inspected[];
  checks: readonly FindingKind[];
}

function reasonOf({ status, count, seen, checks }: Reasons): string {
  if (status === 'fail') return `${count} open finding${count === 1 ? '' : 's'} against it`;
  if (status === 'pass') return `no open finding; looked at by checks of ${seen.map(({ kind }) => kind).join(', ')}`;
  return checks.length === 0 ? 'no scan can assess it' : `nothing that checks of ${checks.join(', ')} look at was scanned whole`;
}
