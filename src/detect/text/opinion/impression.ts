import { mix } from '../reading/hash.js';
import { Records } from '../reading/vocabulary.js';
import type { Words } from '../reading/words.js';
import { BROAD, NARROW, STEM, STEM_PAIR, WORD, WORD_PAIR } from './features.js';
import { type FirstLook, LOOK_BITS, shippedModel } from './model.js';
import { type Mode, NEGATED, NO_GROUP, QUOTED, SAID, type Token, TokenReader, tokenOf } from './tokens.js';

const MASK = (1 << LOOK_BITS) - 1;

/** Of each word by itself: that it was weighed, and its steps where it is said, negated and quoted. */
const weights = new Records(4, (_, cells, at, number) => {
  const word = tokenOf(number);
  const { look } = shippedModel();
  cells.set([1, ownSteps(word, SAID, look), ownSteps(word, NEGATED, look), ownSteps(word, QUOTED, look)], at);
});

/**
 * About what the whole model will say of a sentence, in log-odds, from its words alone, each by itself and with the one before it: a first
 * look that costs a hundredth of the score. Every sentence gets it, so words are weighed once, and in whole numbers.
 */
export function impressionOf(words: Words): number {
  const { look } = shippedModel();
  const reader = new TokenReader(words);
  let sum = 0;
  let count = 0;
  let word = 0;
  let stem = 0;
  let stood: Mode = SAID;
  while (reader.next()) {
    if (count > 0) sum += stepOf(look, WORD_PAIR + stood, mix(word, reader.word)) + stepOf(look, STEM_PAIR + stood, mix(stem, reader.stem));
    ({ word, stem, mode: stood } = reader);
    sum += reader.number === 0 ? ownSteps(reader, stood, look) : (weights.cells[weights.at(reader.number) + 1 + stood] as number);
    count++;
  }
  return look.bias + (sum * look.unit) / Math.sqrt(count + 1);
}

/** What `impressionOf` adds up of a sentence: the places of weights, with repeats, and how many words there are. */
export interface LookFeatures {
  places: Int32Array;
  count: number;
}

/** For whoever trains the first look. */
export function lookFeaturesOf(words: Words): LookFeatures {
  const reader = new TokenReader(words);
  const places: number[] = [];
  let count = 0;
  let word = 0;
  let stem = 0;
  let stood: Mode = SAID;
  while (reader.next()) {
    if (count > 0) places.push(placeOf(WORD_PAIR + stood, mix(word, reader.word)), placeOf(STEM_PAIR + stood, mix(stem, reader.stem)));
    ({ word, stem, mode: stood } = reader);
    places.push(placeOf(WORD + stood, word), placeOf(STEM + stood, stem));
    if (reader.narrow !== NO_GROUP) places.push(placeOf(NARROW + stood, reader.narrow), placeOf(BROAD + stood, reader.broad));
    count++;
  }
  return { places: Int32Array.from(places), count };
}

function ownSteps({ word, stem, narrow, broad }: Pick<Token, 'word' | 'stem' | 'narrow' | 'broad'>, mode: Mode, look: FirstLook): number {
  const own = stepOf(look, WORD + mode, word) + stepOf(look, STEM + mode, stem);
  return narrow === NO_GROUP ? own : own + stepOf(look, NARROW + mode, narrow) + stepOf(look, BROAD + mode, broad);
}

function stepOf({ steps }: FirstLook, salt: number, value: number): number {
  return steps[placeOf(salt, value)] as number;
}

function placeOf(salt: number, value: number): number {
  return mix(salt, value) & MASK;
}
