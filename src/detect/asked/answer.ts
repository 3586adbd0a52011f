import { isObject, jsonIn, own } from '../../support/json.js';
import { quote } from '../../support/quote.js';
import type { JudgeQuestion } from './question.js';

/** What the judge thinks of a passage. */
export interface JudgeAnswer {
  verdict: 'suspicious' | 'ordinary';
  /** In the judge's words: redacted, made visible, cut. */
  explanation: string;
}

const MEMBERS = 'explanation passage_id verdict';
/** Longest answer that counts as one, and columns that are kept of its explanation. */
const MAX_LENGTH = 8_000;
const WIDTH = 300;

/** The words of a chat completion; undefined for anything else. */
export function wordsOfCompletion(completion: unknown): string | undefined {
  const choices = isObject(completion) ? own(completion, 'choices') : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(first) ? own(first, 'message') : undefined;
  const content = isObject(message) ? own(message, 'content') : undefined;
  return typeof content === 'string' ? content : undefined;
}

/** The answer to this very question. Undefined, which is no opinion, for everything that does not keep to the schema. */
export function answerOf(words: string, { id }: JudgeQuestion): JudgeAnswer | undefined {
  const value = words.length <= MAX_LENGTH ? jsonIn(words) : undefined;
  if (!isObject(value) || Object.keys(value).sort().join(' ') !== MEMBERS || value.passage_id !== id) return undefined;
  const { verdict, explanation } = value;
  if ((verdict !== 'suspicious' && verdict !== 'ordinary') || typeof explanation !== 'string') return undefined;
  const shown = quote(explanation.trim().replace(/\s+/g, ' '), WIDTH);
  return shown === '' ? undefined : { verdict, explanation: shown };
}
