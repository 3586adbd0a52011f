import { FEATURE_BITS } from './collector.js';
import { weightBytes } from './weights.js';

/** Cells of the weights: a power of two. Features that differ in their higher bits, their tag, share one, and the heaviest has it. */
const CELL_BITS = 21;
const CELLS = 1 << CELL_BITS;
const CELL = CELLS - 1;
const TAGS = 1 << (FEATURE_BITS - CELL_BITS);
/** Bits of a cell that say the weight; the others are the tag. */
const STEP_BITS = 5;
const STEP = (1 << STEP_BITS) - 1;
/** What stands in a cell for a step of 0: steps have both signs. */
const NO_STEP = 1 << (STEP_BITS - 1);
/** The largest step. More would tell weights apart that make no difference, and not fit a byte with the tag. */
const STEPS = NO_STEP - 1;
/** A weight of fewer steps is left out: the file is nearly half smaller without it. */
const FEWEST_STEPS = 4;

/** Weights of the first look: a power of two. They are asked for at every word, so they have to fit a processor's cache. */
export const LOOK_BITS = 16;

/** A linear model of what the words of a sentence let the whole model say, before anything else of the sentence is read. */
export interface FirstLook {
  /** One step a feature; a step is worth `unit`. */
  steps: Int8Array;
  unit: number;
  bias: number;
}

/** A linear model over hashed features. */
export interface Model {
  /** A byte a cell: 0 for none, or the tag of its feature and 16 more than its step. */
  cells: Uint8Array;
  /** What the largest step is worth: a weight is the square of its step's share of 15, times this, with the step's sign. */
  largest: number;
  bias: number;
  look: FirstLook;
}

/** What each step is worth where the largest weight is 1, by its place in a cell; nothing for an empty cell. */
const WORTH = Float64Array.from({ length: 1 << STEP_BITS }, (_, at) =>
  at === 0 ? 0 : Math.sign(at - NO_STEP) * ((at - NO_STEP) / STEPS) ** 2,
);

/** Cells for one weight a feature, none beyond `largest`. */
export function cellsOf(weights: Float32Array, largest: number): Uint8Array {
  const cells = new Uint8Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    let heaviest = 0;
    let tag = 0;
    for (let other = 0; other < TAGS; other++) {
      const weight = weights[other * CELLS + cell] as number;
      if (Math.abs(weight) <= Math.abs(heaviest)) continue;
      heaviest = weight;
      tag = other;
    }
    const step = Math.round(STEPS * Math.sqrt(Math.min(1, Math.abs(heaviest) / largest)));
    if (step >= FEWEST_STEPS) cells[cell] = (tag << STEP_BITS) | (NO_STEP + Math.sign(heaviest) * step);
  }
  return cells;
}

/** Bytes before the weights: largest weight and bias, and those of the first look, as 32-bit floats, little-endian. */
const HEAD = 16;
const SIZE = HEAD + CELLS + (1 << LOOK_BITS);

/** The model as bytes: head, a byte for each cell, and a signed one for each weight of the first look. */
export function packModel({ cells, largest, bias, look }: Model): Uint8Array {
  const bytes = new Uint8Array(SIZE);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of [largest, bias, look.unit, look.bias].entries()) view.setFloat32(4 * index, value, true);
  bytes.set(cells, HEAD);
  bytes.set(new Uint8Array(look.steps.buffer, look.steps.byteOffset, look.steps.length), HEAD + CELLS);
  return bytes;
}

/** The model of `packModel`'s bytes; a TypeError where they are none. */
export function unpackModel(bytes: Uint8Array): Model {
  if (bytes.length !== SIZE) throw new TypeError(`a model of ${bytes.length} bytes`);
  const { buffer, byteOffset } = bytes;
  const view = new DataView(buffer, byteOffset);
  const [largest = 0, bias = 0, unit = 0, lookBias = 0] = [0, 1, 2, 3].map((index) => view.getFloat32(4 * index, true));
  const cells = new Uint8Array(buffer, byteOffset + HEAD, CELLS);
  const look = { steps: new Int8Array(buffer, byteOffset + HEAD + CELLS, 1 << LOOK_BITS), unit, bias: lookBias };
  return { largest, bias, cells, look };
}

let shipped: Model | undefined;

/** The model of this version, read when a text is first judged. */
export function shippedModel(): Model {
  shipped ??= unpackModel(weightBytes());
  return shipped;
}

/** Log-odds that a sentence with these features is an order against the user. Long sentences have more features, not more say. */
export function scoreOf({ cells, largest, bias }: Omit<Model, 'look'>, features: Int32Array): number {
  let sum = 0;
  for (let index = 0; index < features.length; index++) {
    const feature = features[index] as number;
    const cell = cells[feature & CELL] as number;
    if (cell >>> STEP_BITS === feature >>> CELL_BITS) sum += WORTH[cell & STEP] as number;
  }
  return bias + (sum * largest) / Math.sqrt(Math.max(1, features.length));
}
