import type { WordPieces } from './word-pieces.js';

/** Numbers of a vector, filters of each width in pieces, and units between filters and answer. */
export const DIMENSIONS = 48;
export const FILTERS = 64;
export const WIDTHS: readonly number[] = [1, 2, 3];
export const UNITS = 64;
/** What the units see: the strongest answer of each filter, and the sum of all vectors. */
export const SEEN = FILTERS * WIDTHS.length + DIMENSIONS;
/** Pieces of a sentence that are looked at. */
export const MOST_PIECES = 64;

/** The sizes of what is learned, in the order in which they stand in the file: weights and bias of each width, of the units, of the answer. */
export const SIZES: readonly number[] = [
  ...WIDTHS.flatMap((width) => [FILTERS * width * DIMENSIONS, FILTERS]),
  UNITS * SEEN,
  UNITS,
  UNITS,
  1,
];

/**
 * A small network over the vectors of a sentence's pieces of words: filters over neighbours, of each the strongest answer, and a layer of
 * units above (Y. Kim: Convolutional Neural Networks for Sentence Classification, 2014). The vectors were made from far more text than
 * the linear model ever sees, so that a word stands near those that mean the like.
 */
export interface CloserLook {
  /** In order of their numbers, from 1. */
  vocabulary: readonly string[];
  pieces: WordPieces;
  /** Steps of each piece's vector; the first is that of an unknown word, all 0. */
  vectors: Int8Array;
  /** What a step of a vector is worth. */
  unit: number;
  /** As `SIZES` says. */
  learned: readonly Float32Array[];
}

/** The answer is no surer than this, in log-odds. */
const SUREST = 6;

/** Log-odds by the network that a sentence is an order against the user. */
export function closerLookAt(text: string, look: CloserLook): number {
  const pieces = look.pieces.piecesOf(text, MOST_PIECES);
  const known = kept.get(look) ?? new Map<number, Float32Array>();
  kept.set(look, known);
  const { values } = seenOf(pieces, look, (piece) => {
    const found = known.get(piece);
    if (found !== undefined) return found;
    const responses = responsesTo(piece, look);
    if (known.size < MOST_KEPT) known.set(piece, responses);
    return responses;
  });
  const answer = answerOf(unitsOf(values, look.learned), look.learned);
  return Math.max(-SUREST, Math.min(SUREST, answer));
}

/** What the filters say of the pieces that were met first, which are the common ones; as many as two megabytes hold. */
const kept = new WeakMap<CloserLook, Map<number, Float32Array>>();
const MOST_KEPT = 1_300;

/** Numbers in the responses to a piece: for each width and each place of it, one of each filter. */
const RESPONSES = FILTERS * WIDTHS.reduce((sum, width) => sum + width, 0);

/** What each filter says of a piece at each of its places. A filter's answer to a few pieces is the sum of what it says of each. */
export function responsesTo(piece: number, { vectors, unit, learned }: Pick<CloserLook, 'vectors' | 'unit' | 'learned'>): Float32Array {
  const responses = new Float32Array(RESPONSES);
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, at) => unit * (vectors[piece * DIMENSIONS + at] as number));
  let to = 0;
  for (const [index, width] of WIDTHS.entries()) {
    const weights = learned[2 * index] as Float32Array;
    for (let place = 0; place < width; place++)
      for (let filter = 0; filter < FILTERS; filter++)
        responses[to++] = product(weights, (filter * width + place) * DIMENSIONS, vector, 0, DIMENSIONS);
  }
  return responses;
}

/** The vectors of pieces one behind the other, with one of zeros before and behind. */
export function vectorsOf(pieces: readonly number[], { vectors, unit }: Pick<CloserLook, 'vectors' | 'unit'>): Float32Array {
  const rows = new Float32Array((pieces.length + 2) * DIMENSIONS);
  for (const [index, piece] of pieces.entries()) {
    const from = piece * DIMENSIONS;
    const to = (index + 1) * DIMENSIONS;
    for (let at = 0; at < DIMENSIONS; at++) rows[to + at] = unit * (vectors[from + at] as number);
  }
  return rows;
}

/** What the units see of a sentence, and for each filter where in the rows its strongest answer began; -1 where none was above 0. */
export interface Seen {
  values: Float32Array;
  places: Int32Array;
}

export function seenOf(
  pieces: readonly number[],
  look: Omit<CloserLook, 'pieces' | 'vocabulary'>,
  responsesOf: (piece: number) => Float32Array,
): Seen {
  const values = new Float32Array(SEEN);
  const places = new Int32Array(FILTERS * WIDTHS.length).fill(-1);
  const responses = pieces.map(responsesOf);
  let at = 0;
  for (const [index, width] of WIDTHS.entries()) {
    strongest({ width, at, bias: look.learned[2 * index + 1] as Float32Array, responses }, values, places, index * FILTERS);
    at += width * FILTERS;
  }
  addSums(pieces, look, values);
  return { values, places };
}

/** Puts the strongest answer of each filter of a width into `values`, from `to` on, and where it began into `places`. */
function strongest(
  { width, at, bias, responses }: { width: number; at: number; bias: Float32Array; responses: readonly Float32Array[] },
  values: Float32Array,
  places: Int32Array,
  to: number,
): void {
  const answers = new Float32Array(FILTERS);
  const before = Math.floor(width / 2);
  for (let step = 0; step < responses.length; step++) {
    answers.set(bias);
    for (let place = 0; place < width; place++) {
      const said = responses[step - before + place];
      if (said === undefined) continue;
      const from = at + place * FILTERS;
      for (let filter = 0; filter < FILTERS; filter++) answers[filter] = (answers[filter] as number) + (said[from + filter] as number);
    }
    for (let filter = 0; filter < FILTERS; filter++) {
      if ((answers[filter] as number) <= (values[to + filter] as number)) continue;
      values[to + filter] = answers[filter] as number;
      places[to + filter] = (step + 1 - before) * DIMENSIONS;
    }
  }
}

/** The sum of all vectors, where the answers of the filters end. */
function addSums(pieces: readonly number[], { vectors, unit }: Pick<CloserLook, 'vectors' | 'unit'>, values: Float32Array): void {
  const root = Math.sqrt(Math.max(1, pieces.length));
  const sums = FILTERS * WIDTHS.length;
  for (let dimension = 0; dimension < DIMENSIONS; dimension++) {
    let sum = 0;
    for (const piece of pieces) sum += vectors[piece * DIMENSIONS + dimension] as number;
    values[sums + dimension] = (unit * sum) / root;
  }
}

/** What the units say; 0 where that is below it. */
export function unitsOf(values: Float32Array, learned: readonly Float32Array[]): Float32Array {
  const [weights, bias] = learned.slice(-4) as [Float32Array, Float32Array];
  return bias.map((own, unit) => Math.max(0, own + product(weights, unit * SEEN, values, 0, SEEN)));
}

export function answerOf(units: Float32Array, learned: readonly Float32Array[]): number {
  const [weights, bias] = learned.slice(-2) as [Float32Array, Float32Array];
  return (bias[0] as number) + product(weights, 0, units, 0, UNITS);
}

/** Of lists whose length is a multiple of four: sums that do not wait for each other are three times as fast. */
function product(one: Float32Array, oneAt: number, other: Float32Array, otherAt: number, length: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let at = 0; at < length; at += 4) {
    first += (one[oneAt + at] as number) * (other[otherAt + at] as number);
    second += (one[oneAt + at + 1] as number) * (other[otherAt + at + 1] as number);
    third += (one[oneAt + at + 2] as number) * (other[otherAt + at + 2] as number);
    fourth += (one[oneAt + at + 3] as number) * (other[otherAt + at + 3] as number);
  }
  return first + second + third + fourth;
}
