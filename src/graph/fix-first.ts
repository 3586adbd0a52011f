import type { Finding } from '../model/finding.js';
import type { ExposurePath, FixFirst } from '../model/graph.js';
import type { Severity } from '../model/severity.js';

/** What one component's upgrade would do, as the remediation says. */
export interface Remedy {
  component: string;
  /** `lodash@4.17.20` */
  label: string;
  version?: string;
  command?: string;
  /** Fingerprints the upgrade clears. */
  clears: readonly string[];
  /** All active findings of the component. */
  findings: readonly Finding[];
}

const WEIGHT: Record<Severity, number> = { critical: 40, high: 20, medium: 8, low: 2, none: 0, unknown: 8 };

/** Steps a person would take one after the other. */
const MAX_STEPS = 20;

/**
 * Removals of malicious packages, then the upgrades that take away most, best first. Score: the weight of what is cleared (a malicious package 100, a
 * listed one half as much again) plus 10 for each exposure path that ends.
 */
export function fixFirst(remedies: readonly Remedy[], paths: readonly ExposurePath[]): FixFirst[] {
  const steps = remedies.flatMap((remedy) => stepOf(remedy, paths));
  const removals = new Set(remedies.filter(isRemoval).map((remedy) => remedy.component));
  const urgency = (step: FixFirst) => Number(removals.has(step.component));
  return steps.sort((a, b) => urgency(b) - urgency(a) || b.score - a.score || (a.component < b.component ? -1 : 1)).slice(0, MAX_STEPS);
}

function isRemoval(remedy: Remedy): boolean {
  return remedy.findings.some((finding) => finding.kind === 'malicious');
}

function stepOf(remedy: Remedy, paths: readonly ExposurePath[]): FixFirst[] {
  const removal = isRemoval(remedy);
  const cleared = removal ? remedy.findings : remedy.findings.filter((finding) => remedy.clears.includes(finding.fingerprint));
  if (cleared.length === 0) return [];
  const fingerprints = cleared.map((finding) => finding.fingerprint).sort();
  const ended = paths.filter((path) => fingerprints.includes(path.finding)).length;
  const weight = cleared.reduce((total, finding) => total + weightOf(finding), 0);
  const command = removal ? undefined : remedy.command;
  return [
    {
      component: remedy.component,
      action: removal ? `remove ${remedy.label}` : `upgrade ${remedy.label} to ${remedy.version ?? 'a fixed version'}`,
      ...(command !== undefined && { command }),
      findings: fingerprints,
      paths: ended,
      score: Math.round(weight + ended * 10),
    },
  ];
}

function weightOf(finding: Finding): number {
  const base = finding.kind === 'malicious' ? 100 : WEIGHT[finding.severity];
  return finding.kev === 'listed' ? base * 1.5 : base;
}
