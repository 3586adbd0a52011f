import { Records } from '../reading/vocabulary.js';
import type { Words } from '../reading/words.js';
import { MASK } from './collector.js';
import { BROAD, NARROW, STEM, STEM_PAIR, WORD, WORD_PAIR } from './features.js';
import { shippedModel } from './model.js';
import { type Mode, mix, NEGATED, NO_GROUP, QUOTED, SAID, type Token, TokenReader, tokenOf } from './tokens.js';

/** Of each word by itself: that it was weighed, and its weight where it is said, negated and quoted. */
const weights = new Records(4, (_, cells, at, number) => {
  const word = tokenOf(number);
  cells.set([1, ownWeight(word, SAID), ownWeight(word, NEGATED), ownWeight(word, QUOTED)], at);
});

/**
 * What the words of a sentence alone add up to, each by itself and with the one before it, as `featuresOf` hashes them, with repeats: a first
 * look that costs a hundredth of the score. Every sentence gets it, so words are weighed once, and in whole numbers.
 */
export function impressionOf(words: Words): number {
  const reader = new TokenReader(words);
  let sum = 0;
  let count = 0;
  let word = 0;
  let stem = 0;
  let stood: Mode = SAID;
  while (reader.next()) {
    if (count > 0) sum += weightOf(WORD_PAIR + stood, mix(word, reader.word)) + weightOf(STEM_PAIR + stood, mix(stem, reader.stem));
    ({ word, stem, mode: stood } = reader);
    sum += reader.number === 0 ? ownWeight(reader, stood) : (weights.cells[weights.at(reader.number) + 1 + stood] as number);
    count++;
  }
  return sum / LARGEST_SQUARE / Math.sqrt(count + 1);
}

function ownWeight({ word, stem, narrow, broad }: Pick<Token, 'word' | 'stem' | 'narrow' | 'broad'>, mode: Mode): number {
  const own = weightOf(WORD + mode, word) + weightOf(STEM + mode, stem);
  return narrow === NO_GROUP ? own : own + weightOf(NARROW + mode, narrow) + weightOf(BROAD + mode, broad);
}

/** The square of a feature's step, with its sign. */
function weightOf(salt: number, value: number): number {
  const step = shippedModel().steps[mix(salt, value) & MASK] as number;
  return step * Math.abs(step);
}

const LARGEST_SQUARE = 127 ** 2;
