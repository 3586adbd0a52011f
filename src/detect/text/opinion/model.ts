import { BITS } from './collector.js';
import { weightBytes } from './weights.js';

/** The largest step. More would tell weights apart that make no difference, and not compress well. */
const STEPS = 42;

/** A linear model over hashed features. */
export interface Model {
  /** One step a feature, -42 to 42: the weight is the square of the step's share of 42, times `largest`, with the step's sign. */
  steps: Int8Array;
  largest: number;
  bias: number;
}

/** The step next to a weight: small weights are many, so they get finer steps. */
export function stepOf(weight: number, largest: number): number {
  return Math.sign(weight) * Math.round(STEPS * Math.sqrt(Math.min(1, Math.abs(weight) / largest)));
}

/** What each step is worth where the largest weight is 1, by step + 128. */
const WORTH = Float64Array.from({ length: 256 }, (_, index) => Math.sign(index - 128) * ((index - 128) / STEPS) ** 2);

/** Bytes before the weights: largest weight and bias as 32-bit floats, little-endian. */
const HEAD = 8;

/** The model as bytes: head, then a signed byte for each of the 2^BITS features. */
export function packModel({ steps, largest, bias }: Model): Uint8Array {
  const bytes = new Uint8Array(HEAD + steps.length);
  const view = new DataView(bytes.buffer);
  view.setFloat32(0, largest, true);
  view.setFloat32(4, bias, true);
  bytes.set(new Uint8Array(steps.buffer, steps.byteOffset, steps.length), HEAD);
  return bytes;
}

/** The model of `packModel`'s bytes; a TypeError where they are none. */
export function unpackModel(bytes: Uint8Array): Model {
  if (bytes.length !== HEAD + (1 << BITS)) throw new TypeError(`a model of ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return {
    largest: view.getFloat32(0, true),
    bias: view.getFloat32(4, true),
    steps: new Int8Array(bytes.buffer, bytes.byteOffset + HEAD, 1 << BITS),
  };
}

let shipped: Model | undefined;

/** The model of this version, read when a text is first judged. */
export function shippedModel(): Model {
  shipped ??= unpackModel(weightBytes());
  return shipped;
}

/** Log-odds that a sentence with these features is an order against the user. Long sentences have more features, not more say. */
export function scoreOf({ steps, largest, bias }: Model, features: Int32Array): number {
  let sum = 0;
  for (let index = 0; index < features.length; index++) sum += WORTH[(steps[features[index] ?? 0] ?? 0) + 128] ?? 0;
  return bias + (sum * largest) / Math.sqrt(Math.max(1, features.length));
}
