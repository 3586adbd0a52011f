import { type Severity, severities } from '../../model/severity.js';
import { plural } from '../../support/listing.js';
import { bearsOn, type CheckedKind, checksFor, type RuleMarks } from './bearing.js';
import type { Control, Framework } from './frameworks/framework.js';

/** Open findings that a framework cannot tell apart: of one kind, rule and set of weaknesses. */
export interface WeaknessGroup {
  kind: string;
  rule: string | null;
  cwes: readonly string[];
  count: number;
  by_severity: Readonly<Record<Severity, number>>;
  /** The worst few. */
  examples: readonly FindingExample[];
  /** Number of findings with an exception in force; `count` does not include them. */
  excepted: number;
}

export interface FindingExample {
  finding_id: string;
  id: string;
  severity: Severity;
  source_id: string;
}

/** What the checks of one kind looked at, in the newest complete runs. */
export interface Inspected {
  kind: CheckedKind;
  /** Number of things looked at: servers, skills, packages. Zero: there are none. */
  count: number;
  /** Ids of the sources, sorted. */
  sources: readonly string[];
  /** RFC 3339 time of the newest run. */
  last_seen: string;
}

/** What the checks of one kind did not look at, although it exists or may exist. */
export interface NotInspected {
  kind: CheckedKind;
  /** One line. */
  why: string;
  /** Ids of the sources concerned, sorted. */
  sources: readonly string[];
}

/** Everything that decides an assessment. */
export interface Assessed {
  groups: readonly WeaknessGroup[];
  inspected: readonly Inspected[];
  not_inspected: readonly NotInspected[];
  marks: RuleMarks;
}

export type ControlStatus = 'pass' | 'fail' | 'not_assessed';

/** How a control is assessed: by scans alone, by scans only as far as findings fail it, or not by scans. */
export type Assessor = 'scans' | 'scans_in_part' | 'people';

export interface ControlResult {
  control_id: string;
  title: string;
  assessed_by: Assessor;
  status: ControlStatus;
  /** One line. */
  reason: string;
  /** What has to assess the control besides scans. */
  evidence_needed: string;
  findings: { count: number; excepted: number; by_severity: Record<Severity, number>; examples: FindingExample[] };
  /** Checks that matter for the control, and what they looked at. */
  inspected: Inspected[];
  /** What they did not look at. */
  not_inspected: NotInspected[];
}

export interface FrameworkResult extends Omit<Framework, 'id' | 'controls'> {
  framework: string;
  summary: Record<ControlStatus, number>;
  controls: ControlResult[];
}

const EXAMPLES = 10;

/**
 * A control fails if an open finding violates it. It passes if scans can assess it, every check that could have found something has
 * looked at everything there is, and at least one check had something to look at. Otherwise it is not assessed.
 */
export function assess({ id, controls, ...head }: Framework, assessed: Assessed): FrameworkResult {
  const results = controls.map((control) => assessControl(control, assessed));
  const count = (status: ControlStatus) => results.filter((control) => control.status === status).length;
  const summary = { pass: count('pass'), fail: count('fail'), not_assessed: count('not_assessed') };
  return { framework: id, ...head, summary, controls: results };
}

function assessControl(control: Control, { groups, inspected, not_inspected, marks }: Assessed): ControlResult {
  const checks = checksFor(control, marks);
  const seen = inspected.filter(({ kind }) => checks.includes(kind));
  const unseen = not_inspected.filter(({ kind }) => checks.includes(kind));
  unseen.push(...neverLooked(checks, [...inspected, ...unseen]));
  const findings = together(groups.filter((group) => bearsOn(group, control, marks)));
  const judged = { control, checks, findings, seen, unseen };
  const status = statusOf(judged);
  return {
    control_id: control.id,
    title: control.title,
    assessed_by: assessorOf(control, checks),
    status,
    reason: reasonOf(status, judged),
    evidence_needed: control.evidence,
    findings,
    inspected: seen,
    not_inspected: unseen.sort((a, b) => checks.indexOf(a.kind) - checks.indexOf(b.kind)),
  };
}

interface Judged {
  control: Control;
  checks: readonly CheckedKind[];
  findings: ControlResult['findings'];
  seen: readonly Inspected[];
  unseen: readonly NotInspected[];
}

/** Things that not everybody has: they count where a source has them, and who has none need not prove it. */
const OPTIONAL: ReadonlySet<CheckedKind> = new Set(['cloud', 'iac', 'image']);

function neverLooked(checks: readonly CheckedKind[], told: readonly { kind: CheckedKind }[]): NotInspected[] {
  const without = checks.filter((check) => !OPTIONAL.has(check) && !told.some(({ kind }) => kind === check));
  return without.map((kind) => ({ kind, why: 'no whole run has looked', sources: [] }));
}

/** Remarks of severity `none` fail no control, but a person has to look at them. */
function statusOf({ control, findings, seen, unseen }: Judged): ControlStatus {
  if (findings.count > findings.by_severity.none) return 'fail';
  if (!control.passes || findings.count > 0 || unseen.length > 0) return 'not_assessed';
  return seen.some(({ count }) => count > 0) ? 'pass' : 'not_assessed';
}

function assessorOf({ topics, passes }: Control, checks: readonly CheckedKind[]): Assessor {
  if (passes) return 'scans';
  return topics.length > 0 || checks.length > 0 ? 'scans_in_part' : 'people';
}

function reasonOf(status: ControlStatus, judged: Judged): string {
  const { control, checks, findings, seen, unseen } = judged;
  const { count, by_severity } = findings;
  if (status === 'fail') return `${plural(count - by_severity.none, 'open finding')} against it`;
  if (count > 0) return `${plural(count, 'remark')} without severity, for a person to judge`;
  const excepted = findings.excepted > 0 ? `, ${findings.excepted} excepted` : '';
  if (status === 'pass') return `no open finding${excepted}; looked at by checks of ${seen.map(({ kind }) => kind).join(', ')}`;
  if (assessorOf(control, checks) === 'people') return 'no scan can assess it';
  if (!control.passes) return `no open finding${excepted}, but scans see only a part of what it asks for`;
  if (unseen.length === 0) return 'there is nothing that it is about';
  return `not all was looked at by checks of ${[...new Set(unseen.map(({ kind }) => kind))].sort().join(', ')}`;
}

function together(groups: readonly WeaknessGroup[]): ControlResult['findings'] {
  const sum = (of: (group: WeaknessGroup) => number) => groups.reduce((total, group) => total + of(group), 0);
  const of = (severity: Severity) => sum((group) => group.by_severity[severity]);
  const by_severity = {
    critical: of('critical'),
    high: of('high'),
    medium: of('medium'),
    low: of('low'),
    none: of('none'),
    unknown: of('unknown'),
  };
  const examples = groups.flatMap((group) => group.examples).sort(worstFirst);
  return {
    count: sum(({ count }) => count),
    excepted: sum(({ excepted }) => excepted),
    by_severity,
    examples: examples.slice(0, EXAMPLES),
  };
}

function worstFirst(a: FindingExample, b: FindingExample): number {
  return rank(a) - rank(b) || (a.finding_id < b.finding_id ? -1 : 1);
}

/** Findings that fail a control come before remarks. */
function rank({ severity }: FindingExample): number {
  return severity === 'none' ? severities.length : severities.indexOf(severity);
}
