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
 * The upgrades and removals that take away most, best first. Score: the weight of what is cleared (a malicious package 100, a
 * listed one half as much again) plus 10 for each exposure path that ends.
 */
export function fixFirst(remedies: readonly Remedy[], paths: readonly ExposurePath[]): FixFirst[] {
  const steps = remedies.flatMap((remedy) => stepOf(remedy, paths));
  return steps.sort((a, b) => b.score - a.score || (a.component < b.component ? -1 : 1)).slice(0, MAX_STEPS);
}

function stepOf(remedy: Remedy, paths: readonly ExposurePath[]): FixFirst[] {
  const malicious = remedy.findings.filter((finding) => finding.kind === 'malicious');
  const cleared = malicious.length > 0 ? remedy.findings : remedy.findings.filter((finding) => remedy.clears.includes(finding.fingerprint));
  if (cleared.length === 0) return [];
  const fingerprints = cleared.map((finding) => finding.fingerprint).sort();
  const ended = paths.filter((path) => fingerprints.includes(path.finding)).length;
  const weight = cleared.reduce((total, finding) => total + weightOf(finding), 0);
  const command = malicious.length > 0 ? undefined : remedy.command;
  return [
    {
      component: remedy.component,
      action: malicious.length > 0 ? `remove ${remedy.label}` : `upgrade ${remedy.label} to ${remedy.version ?? 'a fixed version'}`,
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
