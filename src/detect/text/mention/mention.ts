import type { Statement } from '../reading/statement.js';
import { MENTION_BITS, mentionFeaturesOf } from './features.js';
import { mentionBytes } from './weights.js';

/** A linear model of whether a sentence only speaks of what it shows between marks. */
export interface MentionModel {
  /** A step a feature; a step is worth `unit`. */
  steps: Int8Array;
  unit: number;
  bias: number;
}

/** What a step is worth and the bias, as 32-bit floats, lowest byte first; then a byte a feature. */
const HEAD = 8;

export function packMentionModel({ steps, unit, bias }: MentionModel): Uint8Array {
  const bytes = new Uint8Array(HEAD + steps.length);
  const view = new DataView(bytes.buffer);
  view.setFloat32(0, unit, true);
  view.setFloat32(4, bias, true);
  bytes.set(new Uint8Array(steps.buffer, steps.byteOffset, steps.length), HEAD);
  return bytes;
}

/** The model of `packMentionModel`'s bytes; a TypeError where they are none. */
function unpackMentionModel(bytes: Uint8Array): MentionModel {
  if (bytes.length !== HEAD + (1 << MENTION_BITS)) throw new TypeError(`a model of ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const steps = new Int8Array(bytes.buffer, bytes.byteOffset + HEAD, 1 << MENTION_BITS);
  return { steps, unit: view.getFloat32(0, true), bias: view.getFloat32(4, true) };
}

/** Log-odds from which a sentence may only speak of what it shows, and from which it surely does. */
const LIKELY = 0;
const SURE = 1.2;

/** Whether a sentence only speaks of what it shows between marks: of a hundred orders by other hands nine are taken for likely, two for sure. */
export type Telling = 'said' | 'likely' | 'sure';

const told = new WeakMap<Statement, Telling>();

/** A sentence is asked by several rules. */
export function tellingOf(statement: Statement): Telling {
  let telling = told.get(statement);
  if (telling === undefined) {
    const odds = mentionOddsOf(statement) ?? Number.NEGATIVE_INFINITY;
    telling = odds >= SURE ? 'sure' : odds >= LIKELY ? 'likely' : 'said';
    told.set(statement, telling);
  }
  return telling;
}

let shipped: MentionModel | undefined;

/** Log-odds that a sentence only speaks of what it shows between marks; undefined where it shows nothing so. */
function mentionOddsOf(statement: Statement): number | undefined {
  const features = mentionFeaturesOf(statement);
  if (features === undefined) return undefined;
  shipped ??= unpackMentionModel(mentionBytes());
  return oddsOf(features, shipped);
}

export function oddsOf(features: Int32Array, { steps, unit, bias }: MentionModel): number {
  let sum = 0;
  for (const feature of features) sum += steps[feature] as number;
  return bias + (unit * sum) / Math.sqrt(Math.max(1, features.length));
}
