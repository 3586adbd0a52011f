import {
  answerOf,
  type CloserLook,
  DIMENSIONS,
  FILTERS,
  MOST_PIECES,
  responsesTo,
  SEEN,
  SIZES,
  seenOf,
  UNITS,
  unitsOf,
  vectorsOf,
  WIDTHS,
} from '../../src/detect/text/opinion/closer-look.js';
import { Adam } from './adam.js';
import type { Example } from './examples.js';
import { type Random, randomOf, shuffled } from './random.js';

const EPOCHS = 6;
const BATCH = 64;
/** Share of a sentence's pieces, and of what the units see, that a step does not see. */
const UNSEEN_PIECES = 0.15;
const UNSEEN = 0.3;

/** The network that tells the examples apart best, by gradients that are worked out here: the vectors stay as they are. */
export function trainedCloserLook(examples: readonly Example[], look: CloserLook): Float32Array[] {
  const random = randomOf(86420);
  const learned = SIZES.map((size, index) => beginning(size, index, random));
  const steps = EPOCHS * Math.ceil(examples.length / BATCH);
  const adam = new Adam(learned, steps);
  const read = examples.map((example) => ({ ...example, pieces: Uint16Array.from(look.pieces.piecesOf(example.text, MOST_PIECES)) }));
  const gradients = learned.map(({ length }) => new Float32Array(length));
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    let loss = 0;
    for (const [index, { pieces, label, weight }] of shuffled(read, random).entries()) {
      const shown = Array.from(pieces, (piece) => (random() < UNSEEN_PIECES ? 0 : piece));
      loss += backward(shown, { ...look, learned }, { label, weight: weight / BATCH }, gradients, random);
      if ((index + 1) % BATCH === 0 || index + 1 === read.length) adam.step(gradients);
    }
    console.error(`closer look, epoch ${epoch + 1} of ${EPOCHS}: ${((loss * BATCH) / read.length).toFixed(3)}`);
  }
  return learned;
}

/** Weights begin small and at random, biases at 0. */
function beginning(size: number, index: number, random: Random): Float32Array {
  if (index % 2 === 1) return new Float32Array(size);
  const inputs = [...WIDTHS.map((width) => width * DIMENSIONS), SEEN, UNITS][index / 2] as number;
  const most = Math.sqrt(1 / inputs);
  return Float32Array.from({ length: size }, () => (2 * random() - 1) * most);
}

/** Adds to the gradients what one example says, and returns its loss. */
function backward(
  pieces: readonly number[],
  look: CloserLook,
  { label, weight }: Pick<Example, 'label' | 'weight'>,
  gradients: readonly Float32Array[],
  random: Random,
): number {
  const { learned } = look;
  const rows = vectorsOf(pieces, look);
  const { values, places } = seenOf(pieces, look, (piece) => responsesTo(piece, look));
  const kept = values.map(() => (random() < UNSEEN ? 0 : 1 / (1 - UNSEEN)));
  const seen = values.map((value, at) => value * (kept[at] as number));
  const units = unitsOf(seen, learned);
  const answer = answerOf(units, learned);
  const likely = 1 / (1 + Math.exp(-answer));
  const error = (likely - label) * weight;
  const [unitWeights, , answerWeights] = learned.slice(-4) as [Float32Array, Float32Array, Float32Array];
  const [ofUnits, ofUnitBias, ofAnswer, ofAnswerBias] = gradients.slice(-4) as [Float32Array, Float32Array, Float32Array, Float32Array];
  const ofSeen = new Float32Array(SEEN);
  ofAnswerBias[0]! += error;
  for (let unit = 0; unit < UNITS; unit++) {
    if (units[unit] === 0) continue;
    ofAnswer[unit]! += error * (units[unit] as number);
    const own = error * (answerWeights[unit] as number);
    ofUnitBias[unit]! += own;
    for (let at = 0; at < SEEN; at++) {
      ofUnits[unit * SEEN + at]! += own * (seen[at] as number);
      ofSeen[at]! += own * (unitWeights[unit * SEEN + at] as number);
    }
  }
  for (const [filter, from] of places.entries()) {
    const own = (ofSeen[filter] as number) * (kept[filter] as number);
    if (from >= 0 && own !== 0) addFilter(filter, own, rows, from, gradients);
  }
  return -Math.log(Math.max(1e-7, label === 1 ? likely : 1 - likely)) * weight;
}

/** Only the place where a filter answered strongest moves it. */
function addFilter(filter: number, own: number, rows: Float32Array, from: number, gradients: readonly Float32Array[]): void {
  const index = Math.floor(filter / FILTERS);
  const length = (WIDTHS[index] as number) * DIMENSIONS;
  const [weights, bias] = [gradients[2 * index] as Float32Array, gradients[2 * index + 1] as Float32Array];
  const to = (filter % FILTERS) * length;
  for (let at = 0; at < length; at++) weights[to + at]! += own * (rows[from + at] as number);
  bias[filter % FILTERS]! += own;
}
