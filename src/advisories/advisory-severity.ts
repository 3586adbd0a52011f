import type { Advisory } from '../model/advisory.js';
import type { Severity } from '../model/severity.js';
import { scoreVector, severityOfWord } from './cvss.js';

/** An advisory's severity, with the vector that decided. */
export interface AdvisorySeverity {
  severity: Severity;
  score?: number;
  vector?: string;
}

/**
 * The highest score among the vectors of the newest CVSS version that can be read (4.0, else 3.x, else 2.0); without one the
 * database's own word; else unknown. Newer versions come first, because FIRST had good reasons to replace the older formulas, and
 * publishers often give both.
 */
export function rateAdvisory(advisory: Advisory): AdvisorySeverity {
  let best: (AdvisorySeverity & { major: number; score: number }) | undefined;
  for (const { type, score: vector } of advisory.severity) {
    const scored = scoreVector(type, vector);
    if (!scored) continue;
    const { score, severity } = scored;
    const major = Number(scored.version[0]);
    if (!best || major > best.major || (major === best.major && score > best.score)) best = { severity, score, vector, major };
  }
  if (best) return { severity: best.severity, score: best.score, ...(best.vector !== undefined && { vector: best.vector }) };
  return { severity: advisory.severity_word === undefined ? 'unknown' : severityOfWord(advisory.severity_word) };
}

/**
 * The distribution's word for this release, else its word for the problem, else the advisory's scores. A word that says nothing
 * (`untriaged`) is passed over.
 */
export function rateForDistribution(
  advisory: Advisory,
  urgency: string | undefined,
  distribution: string,
): AdvisorySeverity & { severity_from?: string } {
  const scored = rateAdvisory(advisory);
  for (const word of [urgency, advisory.severity_word]) {
    const severity = word === undefined ? 'unknown' : severityOfWord(word);
    if (severity !== 'unknown') return { ...scored, severity, severity_from: distribution };
  }
  return scored;
}
