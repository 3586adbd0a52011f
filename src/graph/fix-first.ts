import type { Finding } from '../model/finding.js';
import { type ExposurePath, type FixFirst, type FixTier, fixTiers } from '../model/graph.js';
import type { Severity } from '../model/severity.js';

/** One thing to do. */
export interface Remedy {
  /** Ref of what changes: a component, server, tool, skill, model or agent; the path of a file that is none of them. */
  subject: string;
  /** What to do, in words: `upgrade lodash@4.17.20 to 4.17.21`. */
  action: string;
  command?: string;
  /** What to write at the places that the action names. */
  fix?: string;
  /** `remove` is for harmful things. `correct` is one correction in several places, so only its worst place counts for the score. */
  kind: 'remove' | 'upgrade' | 'correct';
  /** Active findings that the step ends. */
  clears: readonly Finding[];
}

const WEIGHT: Record<Severity, number> = { critical: 40, high: 20, medium: 8, low: 2, none: 0, unknown: 8 };

/** Most steps in the list; nobody works off more. */
const MAX_STEPS = 20;

/**
 * Sorts steps by tier, that of the worst finding each ends; within a tier by score. Steps in tests and examples come after
 * all others. Score: the weight of what is cleared (a malicious package 100, a listed one half as much again) plus
 * 10 for each exposure path that ends.
 */
export function fixFirst(remedies: readonly Remedy[], paths: readonly ExposurePath[]): FixFirst[] {
  const ends = new Map<string, number>();
  for (const { finding } of paths) ends.set(finding, (ends.get(finding) ?? 0) + 1);
  const steps = remedies.filter(({ clears }) => clears.length > 0).map((remedy) => stepOf(remedy, ends));
  return steps.sort(compareSteps).slice(0, MAX_STEPS);
}

function compareSteps(a: FixFirst, b: FixFirst): number {
  return (
    Number(a.context === 'test') - Number(b.context === 'test') ||
    rankOf(a.tier) - rankOf(b.tier) ||
    b.score - a.score ||
    compareSubjects(a, b)
  );
}

function rankOf(tier: FixTier | undefined): number {
  return fixTiers.indexOf(tier ?? 'low');
}

/** The tier of one finding. */
function tierOf(finding: Finding, kind: Remedy['kind'], ends: number): FixTier {
  const { severity, kev, blast_radius: radius } = finding;
  if (finding.kind === 'malicious' || kind === 'remove') return 'malicious';
  if (kev === 'listed') return 'exploited';
  if (severity === 'critical') return ends > 0 || (radius && radius.agents.length > 0) ? 'critical-exposed' : 'critical';
  if (severity === 'unknown') return 'medium';
  return severity === 'none' ? 'low' : severity;
}

function compareSubjects(a: FixFirst, b: FixFirst): number {
  return a.component < b.component ? -1 : a.component > b.component ? 1 : a.action < b.action ? -1 : 1;
}

function stepOf({ subject, action, command, fix, kind, clears }: Remedy, ends: ReadonlyMap<string, number>): FixFirst {
  const ended = (finding: Finding) => ends.get(finding.fingerprint) ?? 0;
  const worths = clears.map((finding) => weightOf(finding) + ended(finding) * 10);
  const worth = kind === 'correct' ? Math.max(...worths) : worths.reduce((total, one) => total + one, 0);
  return {
    component: subject,
    action,
    ...(command !== undefined && { command }),
    ...(fix !== undefined && { fix }),
    tier: fixTiers[Math.min(...clears.map((finding) => rankOf(tierOf(finding, kind, ended(finding)))))] ?? 'low',
    ...(clears.every(({ context }) => context === 'test') && { context: 'test' as const }),
    findings: clears.map(({ fingerprint }) => fingerprint).sort(),
    paths: clears.reduce((total, finding) => total + ended(finding), 0),
    score: Math.round(worth),
  };
}

function weightOf(finding: Finding): number {
  const base = finding.kind === 'malicious' ? 100 : WEIGHT[finding.severity];
  return finding.kev === 'listed' ? base * 1.5 : base;
}
