import { skillVerdict } from '../../src/detect/skills/verdict.js';
import type { Skill } from '../../src/model/agent.js';
import type { Fact } from '../../src/model/finding.js';
import type { TextPart } from './text-parts.js';

/** A labelled skill or set of tools, and what the rules say of it. */
export interface TextAnswer {
  part: TextPart;
  name: string;
  family: string;
  pair?: string;
  label: 'hostile' | 'suspicious' | 'benign';
  verdict: Skill['verdict'];
  /** Findings of severity high or above that are at least fairly sure. */
  high: number;
  medium: number;
  /** Each rule with its severity, `INJ-04 high`, sorted, none twice. */
  rules: string[];
  /** Files of a skill; 1 for a set of tools. */
  files: number;
}

/** What findings say of a text: the verdict of the audit, how many alarms there are, and by which rules. */
export function answerOf(facts: readonly Fact[]): Pick<TextAnswer, 'verdict' | 'high' | 'medium' | 'rules'> {
  return {
    verdict: skillVerdict(facts),
    high: facts.filter((fact) => isGrave(fact)).length,
    medium: facts.filter(({ severity }) => severity === 'medium').length,
    rules: [...new Set(facts.map(({ id, rule, severity }) => `${rule ?? id} ${severity}`))].sort(),
  };
}

/** A finding of severity high or above that is at least fairly sure. */
export function isGrave({ severity, confidence }: Fact): boolean {
  return (severity === 'high' || severity === 'critical') && confidence !== 'low';
}

/** How good the answers are, at severity high or above. Shares are between 0 and 1; 1 where there is nothing to find. */
export interface TextFigures {
  cases: number;
  precision: number;
  recall: number;
  familyPrecision: number;
  familyRecall: number;
  pairs: number;
  pairsSolved: number;
  /** Share of hostile cases that get the verdict `benign`. */
  calledBenign: number;
  /** Share of suspicious cases with a finding of medium severity or above. */
  suspiciousSeen: number;
  /** Benign cases in a hundred that have a finding. */
  falseAlarmsPer100: number;
  /** Findings in benign cases, for a thousand files. */
  highPer1000: number;
  mediumPer1000: number;
}

/** Counts answers by case, by family and by pair. */
export function figuresOf(answers: readonly TextAnswer[]): TextFigures {
  const labelled = (label: TextAnswer['label']) => answers.filter((answer) => answer.label === label);
  const [hostile, suspicious, benign] = [labelled('hostile'), labelled('suspicious'), labelled('benign')];
  const hits = hostile.filter(({ high }) => high > 0);
  const alarms = benign.filter(({ high }) => high > 0);
  const pairs = pairsOf(answers);
  const files = sumOf(benign, ({ files }) => files);
  return {
    cases: answers.length,
    precision: share(hits.length, hits.length + alarms.length),
    recall: share(hits.length, hostile.length),
    familyPrecision: share(familyCount(hits), familyCount(hits) + familyCount(alarms)),
    familyRecall: share(familyCount(hits), familyCount(hostile)),
    pairs: pairs.length,
    pairsSolved: pairs.filter((pair) => pair.every(({ label, high }) => (label === 'hostile') === high > 0)).length,
    calledBenign: hostile.length === 0 ? 0 : hostile.filter(({ verdict }) => verdict === 'benign').length / hostile.length,
    suspiciousSeen: share(suspicious.filter(({ verdict }) => verdict !== 'benign').length, suspicious.length),
    falseAlarmsPer100: (100 * alarms.length) / Math.max(1, benign.length),
    highPer1000: (1000 * sumOf(benign, ({ high }) => high)) / Math.max(1, files),
    mediumPer1000: (1000 * sumOf(benign, ({ medium }) => medium)) / Math.max(1, files),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function sumOf(answers: readonly TextAnswer[], value: (answer: TextAnswer) => number): number {
  return answers.reduce((sum, answer) => sum + value(answer), 0);
}

function familyCount(answers: readonly TextAnswer[]): number {
  return new Set(answers.map(({ family }) => family)).size;
}

function pairsOf(answers: readonly TextAnswer[]): TextAnswer[][] {
  const pairs = new Map<string, TextAnswer[]>();
  for (const answer of answers) {
    const key = answer.pair === undefined ? undefined : `${answer.part} ${answer.pair}`;
    if (key !== undefined) pairs.set(key, [...(pairs.get(key) ?? []), answer]);
  }
  return [...pairs.values()];
}
