import type { LookFeatures } from '../../src/detect/text/opinion/impression.js';
import { type FirstLook, LOOK_BITS } from '../../src/detect/text/opinion/model.js';
import { MOST_SUPPORT, SUSPICIOUS } from '../../src/detect/text/opinion/opinion.js';
import { randomOf, shuffled } from './random.js';

/** A sentence as the first look sees it, and what it is to learn of it. */
export interface Lesson {
  seen: LookFeatures;
  /** Log-odds by the whole model. */
  score: number;
  /** How much it counts beside others. */
  weight: number;
}

const EPOCHS = 3;
const RATE = 0.3;
const DECAY = 1e-6;
/** Scores beyond these are as good as these: what is surely ordinary, and what is surely suspicious. */
const LOWEST = -9;
const HIGHEST = 0;
/** How much more what is suspicious counts, being rare, and what a neighbour may make so. */
const SUSPICIOUS_WEIGHT = 10;
const NEARLY_WEIGHT = 4;
/** Error for which a step is too small to be taken. */
const NO_ERROR = 1e-3;
/** Share of an error that a step takes. */
const SHARE = 0.3;

/**
 * Learns from the whole model what it will say (G. Hinton, O. Vinyals, J. Dean: Distilling the Knowledge in a Neural Network, 2015), by
 * AdaGrad over squared errors.
 */
export function trainedLook(lessons: readonly Lesson[]): FirstLook {
  const weights = new Float32Array(1 << LOOK_BITS);
  const squares = new Float32Array(1 << LOOK_BITS).fill(1e-2);
  let bias = -2;
  const random = randomOf(54321);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { seen, score, weight } of shuffled(lessons, random)) {
      const { places, count } = seen;
      const root = Math.sqrt(count + 1);
      let sum = 0;
      for (const place of places) sum += weights[place] as number;
      const target = Math.min(HIGHEST, Math.max(LOWEST, score));
      const error = (bias + sum / root - target) * weight * rarityOf(score) * SHARE;
      if (Math.abs(error) < NO_ERROR) continue;
      for (const place of places) {
        const old = weights[place] as number;
        const gradient = error / root + DECAY * old;
        const square = (squares[place] as number) + gradient * gradient;
        squares[place] = square;
        weights[place] = old - (RATE * gradient) / Math.sqrt(square);
      }
      bias -= 0.01 * error;
    }
  }
  return inSteps(weights, bias);
}

function rarityOf(score: number): number {
  if (score >= SUSPICIOUS.en) return SUSPICIOUS_WEIGHT;
  return score >= SUSPICIOUS.en - MOST_SUPPORT ? NEARLY_WEIGHT : 1;
}

/** Weights in steps of a byte; the few beyond the largest step are cut off. */
function inSteps(weights: Float32Array, bias: number): FirstLook {
  const sorted = weights.map(Math.abs).sort();
  const unit = (sorted[Math.floor(sorted.length * 0.999)] || 1) / 127;
  return { steps: Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / unit)))), unit, bias };
}
