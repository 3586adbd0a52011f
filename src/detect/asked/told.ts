import type { Fact } from '../../model/finding.js';
import { quote } from '../../support/quote.js';
import { factOf } from '../contract/rule.js';
import type { JudgeAnswer } from './answer.js';
import type { Doubt } from './doubts.js';
import { askedRules } from './rules.js';

/** A passage and what the judge thinks of it. */
export interface AnsweredDoubt {
  doubt: Doubt;
  answer: JudgeAnswer;
}

/**
 * The facts with what the judge adds: its explanation to those at a place that it finds suspicious, and one of its own where none of them
 * is at least medium. No fact goes, and none gets another severity; an answer that a passage is ordinary changes nothing.
 */
export function withAnswers(facts: readonly Fact[], answered: readonly AnsweredDoubt[], model: string): Fact[] {
  const words = new Map<Fact, string>();
  const added: Fact[] = [];
  for (const { doubt, answer } of answered) {
    if (answer.verdict !== 'suspicious') continue;
    const said = ` The judge ${quote(model, 80)} says: “${answer.explanation}”`;
    for (const fact of doubt.facts) words.set(fact, said);
    if (doubt.facts.some(({ severity }) => severity === 'medium')) continue;
    const { family, subject, location, words: seen, passage } = doubt;
    const fact = factOf(askedRules[family], { location, subject, evidence: quote((seen || passage).trim()) });
    added.push({ ...fact, why: fact.why + said });
  }
  return [...facts.map((fact) => (words.has(fact) ? { ...fact, why: fact.why + words.get(fact) } : fact)), ...added];
}
