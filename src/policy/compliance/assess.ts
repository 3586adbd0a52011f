import { type Severity, severities } from '../../model/severity.js';
import { plural } from '../../support/listing.js';
import { bearsOn, type CheckedKind, checksFor, type RuleMarks } from './bearing.js';
import type { Control, Framework } from './frameworks/framework.js';

/** Open findings that are the same to a framework: of one kind, rule and set of weaknesses. */
export interface WeaknessGroup {
  kind: string;
  rule: string | null;
  cwes: readonly string[];
  count: number;
  by_severity: Readonly<Record<Severity, number>>;
  /** The worst few. */
  examples: readonly FindingExample[];
  /** Number of those that an exception in force speaks for; `count` is without them. */
  excepted: number;
}

export interface FindingExample {
  finding_id: string;
  id: string;
  severity: Severity;
  source_id: string;
}

/** What checks of one kind have looked at, in newest runs that were whole. */
export interface Inspected {
  kind: CheckedKind;
  /** Number of things: servers, skills, packages. Zero: there are none of them. */
  count: number;
  /** Ids of the sources, sorted. */
  sources: readonly string[];
  /** RFC 3339 time of the newest look. */
  last_seen: string;
}

/** What checks of one kind have not looked at, though it is there or may be. */
export interface NotInspected {
  kind: CheckedKind;
  /** One line. */
  why: string;
  /** Ids of the sources that it is about, sorted. */
  sources: readonly string[];
}

/** Everything an assessment follows from. */
export interface Assessed {
  groups: readonly WeaknessGroup[];
  inspected: readonly Inspected[];
  not_inspected: readonly NotInspected[];
  marks: RuleMarks;
}

export type ControlStatus = 'pass' | 'fail' | 'not_assessed';

/** By scans alone, by scans as far as findings speak against it, or not by scans at all. */
export type Assessor = 'scans' | 'scans_in_part' | 'people';

export interface ControlResult {
  control_id: string;
  title: string;
  assessed_by: Assessor;
  status: ControlStatus;
  /** One line. */
  reason: string;
  /** What assesses the control, besides scans. */
  evidence_needed: string;
  findings: { count: number; excepted: number; by_severity: Record<Severity, number>; examples: FindingExample[] };
  /** Checks that bear on it, and what they looked at. */
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
 * Each control fails by an open finding that speaks against it. It passes when scans can assess it, every check that could have
 * found something has looked at all there is, and at least one had something to look at. Else it is not assessed.
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

function neverLooked(checks: readonly CheckedKind[], told: readonly { kind: CheckedKind }[]): NotInspected[] {
  const without = checks.filter((check) => !told.some(({ kind }) => kind === check));
  return without.map((kind) => ({ kind, why: 'no whole run has looked', sources: [] }));
}

/** Remarks of no severity fail nothing, yet somebody has to look at them. */
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

/** What fails a control comes before what is a remark. */
function rank({ severity }: FindingExample): number {
  return severity === 'none' ? severities.length : severities.indexOf(severity);
}
