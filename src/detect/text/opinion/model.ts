import { BITS } from './collector.js';
import { weightBytes } from './weights.js';

/** The largest step. More would tell weights apart that make no difference, and not compress well. */
const STEPS = 42;

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
  /** One step a feature, -42 to 42: the weight is the square of the step's share of 42, times `largest`, with the step's sign. */
  steps: Int8Array;
  largest: number;
  bias: number;
  look: FirstLook;
}

/** The step next to a weight: small weights are many, so they get finer steps. */
export function stepOf(weight: number, largest: number): number {
  return Math.sign(weight) * Math.round(STEPS * Math.sqrt(Math.min(1, Math.abs(weight) / largest)));
}

/** What each step is worth where the largest weight is 1, by step + 128. */
const WORTH = Float64Array.from({ length: 256 }, (_, index) => Math.sign(index - 128) * ((index - 128) / STEPS) ** 2);

/** Bytes before the weights: largest weight and bias, and those of the first look, as 32-bit floats, little-endian. */
const HEAD = 16;
const SIZE = HEAD + (1 << BITS) + (1 << LOOK_BITS);

/** The model as bytes: head, a signed byte for each of the 2^BITS features, and one for each of the first look. */
export function packModel({ steps, largest, bias, look }: Model): Uint8Array {
  const bytes = new Uint8Array(SIZE);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of [largest, bias, look.unit, look.bias].entries()) view.setFloat32(4 * index, value, true);
  bytes.set(new Uint8Array(steps.buffer, steps.byteOffset, steps.length), HEAD);
  bytes.set(new Uint8Array(look.steps.buffer, look.steps.byteOffset, look.steps.length), HEAD + (1 << BITS));
  return bytes;
}

/** The model of `packModel`'s bytes; a TypeError where they are none. */
export function unpackModel(bytes: Uint8Array): Model {
  if (bytes.length !== SIZE) throw new TypeError(`a model of ${bytes.length} bytes`);
  const { buffer, byteOffset } = bytes;
  const view = new DataView(buffer, byteOffset);
  const [largest = 0, bias = 0, unit = 0, lookBias = 0] = [0, 1, 2, 3].map((index) => view.getFloat32(4 * index, true));
  const steps = new Int8Array(buffer, byteOffset + HEAD, 1 << BITS);
  const look = { steps: new Int8Array(buffer, byteOffset + HEAD + (1 << BITS), 1 << LOOK_BITS), unit, bias: lookBias };
  return { largest, bias, steps, look };
}

let shipped: Model | undefined;

/** The model of this version, read when a text is first judged. */
export function shippedModel(): Model {
  shipped ??= unpackModel(weightBytes());
  return shipped;
}

/** Log-odds that a sentence with these features is an order against the user. Long sentences have more features, not more say. */
export function scoreOf({ steps, largest, bias }: Omit<Model, 'look'>, features: Int32Array): number {
  let sum = 0;
  for (let index = 0; index < features.length; index++) sum += WORTH[(steps[features[index] ?? 0] ?? 0) + 128] ?? 0;
  return bias + (sum * largest) / Math.sqrt(Math.max(1, features.length));
}
