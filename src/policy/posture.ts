import type { Finding } from '../model/finding.js';
import type { Severity } from '../model/severity.js';
import { isWholeScan, type Posture, type Verdict } from '../model/verdict.js';

/** Everything that decides a grade. */
export interface PostureFacts {
  /** The first active finding that alone earns an F. */
  failing?: { id: string; because: 'malicious' | 'kev' | 'critical' };
  /** Active findings. */
  bySeverity: Readonly<Partial<Record<Severity, number>>>;
  /** Findings that somebody set aside. They do not change the grade, but its reason must mention them. */
  setAside?: Readonly<Partial<Record<Severity, number>>>;
}

export type Because = NonNullable<PostureFacts['failing']>['because'];

/** The parts of a finding, of any family, that decide a grade. */
interface Weighed extends Pick<Finding, 'kind' | 'kev' | 'severity'> {
  /** The finding can be ended now, or it reaches an agent. */
  near: boolean;
}

/**
 * Findings that earn an F by themselves; the first row that holds gives the reason. The same for packages, skills, models, tools and
 * configuration.
 */
const FAILING: readonly { because: Because; words: string; holds(finding: Weighed): boolean }[] = [
  { because: 'malicious', words: 'malicious', holds: ({ kind }) => kind === 'malicious' },
  { because: 'kev', words: 'known to be exploited', holds: ({ kev }) => kev === 'listed' },
  {
    because: 'critical',
    words: 'critical, and it can be ended now or an agent is within its reach',
    holds: ({ severity, near }) => severity === 'critical' && near,
  },
];

/** Grades for numbers of other findings, and for a policy that failed. The first row that holds decides. */
const GRADES: readonly {
  grade: Posture['grade'];
  reason(count: (severity: Severity) => number, policyFailed: boolean): string | undefined;
}[] = [
  { grade: 'D', reason: (count) => (count('critical') > 0 ? `${count('critical')} critical` : undefined) },
  { grade: 'D', reason: (_, policyFailed) => (policyFailed ? 'a policy rule failed' : undefined) },
  { grade: 'C', reason: (count) => (count('high') > 0 ? `${count('high')} high` : undefined) },
  { grade: 'C', reason: (count) => (count('medium') >= 5 ? `${count('medium')} medium` : undefined) },
];

/** The parts of a verdict that decide a grade. `unjudged` says what could not be judged, one line for each cause. */
type GradedVerdict = Pick<Verdict, 'outcome' | 'gates'> & { unjudged?: readonly string[] };

/**
 * One grade for the whole, by the two tables above; A if no row of them holds. Unknown if the scan could not see everything,
 * unless what it saw already earns an F; and unknown instead of A if something was not judged.
 */
export function gradeOf({ failing, bySeverity, setAside = {} }: PostureFacts, verdict: GradedVerdict): Posture {
  if (failing) return { grade: 'F', reason: `${failing.id}: ${FAILING.find(({ because }) => because === failing.because)?.words}` };
  if (verdict.outcome !== 'empty' && !isWholeScan(verdict)) return { grade: 'unknown', reason: 'the scan is incomplete' };
  if (verdict.outcome === 'empty') return { grade: 'unknown', reason: 'nothing was scanned' };
  const policyFailed = verdict.gates.some((match) => match.gate === 'policy' || match.gate === 'model-policy');
  for (const row of GRADES) {
    const reason = row.reason((severity) => bySeverity[severity] ?? 0, policyFailed);
    if (reason !== undefined) return { grade: row.grade, reason };
  }
  const [unjudged] = verdict.unjudged ?? [];
  return unjudged === undefined ? { grade: 'A', reason: nothingAbove(setAside) } : { grade: 'unknown', reason: unjudged };
}

const ABOVE_MEDIUM = ['critical', 'high'] as const;

/** Findings that somebody set aside do not change the grade, but its reason must mention them. */
function nothingAbove(setAside: NonNullable<PostureFacts['setAside']>): string {
  const aside = ABOVE_MEDIUM.flatMap((severity) => (setAside[severity] ? [`${setAside[severity]} ${severity}`] : []));
  return aside.length === 0 ? 'nothing above medium' : `nothing above medium but what is suppressed: ${aside.join(', ')}`;
}

/** The grade of one scan. `besides` are findings that somebody set aside without a mark on the finding itself. */
export function gradePosture(findings: readonly Finding[], verdict: GradedVerdict, besides: readonly Finding[] = []): Posture {
  const active = findings.filter((finding) => finding.suppressed === undefined);
  const bySeverity = countBySeverity(active);
  const setAside = countBySeverity([...findings.filter((finding) => finding.suppressed !== undefined), ...besides]);
  const [failing] = active.flatMap((finding) => {
    const because = whyFailing(finding, isNear(finding));
    return because === undefined ? [] : [{ id: finding.id, because }];
  });
  return gradeOf({ bySeverity, setAside, ...(failing && { failing }) }, verdict);
}

function countBySeverity(findings: readonly Finding[]): Partial<Record<Severity, number>> {
  const counts: Partial<Record<Severity, number>> = {};
  for (const { severity } of findings) counts[severity] = (counts[severity] ?? 0) + 1;
  return counts;
}

/** Why a finding alone earns an F, if it does. `near`: a version fixes it, or it reaches an agent. */
export function whyFailing({ kind, kev, severity }: Pick<Finding, 'kind' | 'kev' | 'severity'>, near: boolean): Because | undefined {
  // Users can always correct their own files; for a package they may have to wait for its maker.
  const weighed = { kind, kev, severity, near: near || kind !== 'vulnerability' };
  return FAILING.find(({ holds }) => holds(weighed))?.because;
}

function isNear(finding: Finding): boolean {
  return finding.fixed_version !== undefined || (finding.blast_radius?.agents.length ?? 0) > 0;
}
