import { type Severity, severityOfScore } from '../model/severity.js';
import { scoreV2 } from './cvss/cvss2.js';
import { scoreV3 } from './cvss/cvss3.js';
import { scoreV4 } from './cvss/cvss4.js';
import type { Scores } from './cvss/vector.js';

export type CvssVersion = '2.0' | '3.0' | '3.1' | '4.0';

/** A vector, scored. `score` is the base score (v4.0: the one score of the vector), 0.0–10.0. */
export interface Scored {
  score: number;
  severity: Severity;
  version: CvssVersion;
}

/** Version and scores of a vector, which its prefix decides; v2 vectors have none. Undefined: no valid vector, never 0. */
export function scoresOf(vector: string): (Scores & { version: CvssVersion }) | undefined {
  const prefix = /^CVSS:(3\.0|3\.1|4\.0)\//.exec(vector)?.[1];
  const version = prefix === '3.0' || prefix === '3.1' || prefix === '4.0' ? prefix : '2.0';
  const rest = prefix === undefined ? vector : vector.slice('CVSS:0.0/'.length);
  const scores = version === '2.0' ? scoreV2(rest) : version === '4.0' ? scoreV4(rest) : scoreV3(rest, version);
  return scores && { ...scores, version };
}

const remembered = new Map<string, Scored | undefined>();

/** Score and severity of an advisory's vector; undefined when it can't be read. OSV's `type` is only a label and decides nothing. */
export function scoreVector(_type: string | undefined, vector: string): Scored | undefined {
  if (remembered.has(vector)) return remembered.get(vector);
  const scores = scoresOf(vector);
  const scored = scores && { score: scores.base, severity: severityIn(scores.version, scores.base), version: scores.version };
  if (remembered.size > 10_000) remembered.clear();
  remembered.set(vector, scored);
  return scored;
}

/** v2 knows low, medium and high only (NVD's bands). */
function severityIn(version: CvssVersion, score: number): Severity {
  if (version !== '2.0') return severityOfScore(score);
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
}

const WORDS: Readonly<Record<string, Severity>> = {
  critical: 'critical',
  urgent: 'critical',
  severe: 'critical',
  high: 'high',
  important: 'high',
  major: 'high',
  medium: 'medium',
  moderate: 'medium',
  low: 'low',
  minor: 'low',
  negligible: 'low',
  unimportant: 'none',
  none: 'none',
  informational: 'none',
};

/** Our severity for a database's own word; an unknown word is `unknown`. */
export function severityOfWord(word: string): Severity {
  const key = word.trim().toLowerCase();
  return Object.hasOwn(WORDS, key) ? (WORDS[key] ?? 'unknown') : 'unknown';
}
