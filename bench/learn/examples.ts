import { scoreOf } from '../../src/detect/text/opinion/model.js';
import { type Bag, HOSTILE_WEIGHT, ORDINARY_WEIGHT, type Sentence, sharesOf, type Whole } from './logistic.js';
import { randomOf } from './random.js';

/** A sentence that the closer look learns from. */
export interface Example {
  text: string;
  /** 1 for an order against the user. */
  label: 0 | 1;
  weight: number;
}

/** Log-odds of the linear model below which an ordinary sentence is easy, and the share of the easy that stand for all of them. */
const EASY = -7.5;
const SHARE = 0.08;
/** The most that one sentence counts. */
const HEAVIEST = 20;

/** Sentences in English, or word by word, with what they are: of hostile texts as in the training of the linear model; of the easy ordinary ones only some. */
export function examplesOf(bags: readonly Bag[], ordinary: readonly Sentence[], model: Whole): Example[] {
  const random = randomOf(1);
  const examples: Example[] = [];
  const add = ({ english: text, features }: Sentence, label: 0 | 1, weight: number): void => {
    const isEasy = label === 0 && scoreOf(model, features) <= EASY;
    if (weight === 0 || (isEasy && random() >= SHARE)) return;
    examples.push({ text, label, weight: Math.min(HEAVIEST, isEasy ? weight / SHARE : weight) });
  };
  for (const { hostile, sentences, weight = 1 } of bags) {
    const shares = hostile ? sharesOf({ sentences }, (features) => scoreOf(model, features)) : [];
    for (const [index, sentence] of sentences.entries()) {
      const share = shares[index];
      if (share === undefined) add(sentence, 0, ORDINARY_WEIGHT * weight);
      else add(sentence, 1, HOSTILE_WEIGHT * weight * share);
    }
  }
  for (const sentence of ordinary) add(sentence, 0, 1);
  return examples;
}
