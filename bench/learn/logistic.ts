import { FEATURE_BITS } from '../../src/detect/text/opinion/collector.js';
import type { LookFeatures } from '../../src/detect/text/opinion/impression.js';
import { cellsOf, type Model, scoreOf } from '../../src/detect/text/opinion/model.js';
import { randomOf, shuffled } from './random.js';

/** A sentence as the model sees it, and as the first look does. */
export interface Sentence {
  /** What the closer look reads of it. */
  english: string;
  features: Int32Array;
  seen: LookFeatures;
  /** Whoever wrote the text says that this sentence is one that makes it hostile. */
  isOrder?: boolean;
}

/** A text as its sentences. */
export interface Bag {
  hostile: boolean;
  sentences: readonly Sentence[];
  /** How much the text counts; 1 where it is absent. */
  weight?: number;
}

/** The model without its first look, which learns from it. */
export type Whole = Omit<Model, 'look'>;

const EPOCHS = 20;
const RATE = 0.5;
/**
 * Share of a sentence's features that a step does not see, each time others (Hinton et al.: Improving neural networks by preventing
 * co-adaptation of feature detectors, 2012): what is known by few words is then known by its others, too. Where four of a thousand public
 * files alarm, 38 of a hundred hostile cases by other hands were found with it, 32 without.
 */
const UNSEEN = 0.5;
/** Pull of all weights towards zero. */
const DECAY = 1e-6;
/**
 * The most that one feature may weigh for an order: where a sentence is unlike all that was learned from, it takes several. Without it the
 * model found 74 of a hundred orders that only judge where two of a thousand public texts alarm; with it 80.
 */
const HEAVIEST = 2.5;
/** A hostile sentence counts this much more than an ordinary one: there are far fewer. */
export const HOSTILE_WEIGHT = 40;
/** So does an ordinary one of a labelled text: many were written to be told from a hostile one. */
export const ORDINARY_WEIGHT = 1.5;

/**
 * Logistic regression by AdaGrad (Duchi, Hazan, Singer: Adaptive Subgradient Methods, JMLR 12, 2011), over the sentences of each hostile text
 * that its writer named, or else the most suspicious one (multiple-instance learning by maximum: Andrews et al., NIPS 2002).
 */
export function trained(bags: readonly Bag[], ordinary: readonly Sentence[]): Whole {
  const fit = new Fit();
  const random = randomOf(12345);
  const sentences = bags.flatMap((bag) => bag.sentences.map(({ features }, index) => ({ bag, features, index })));
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const scoreNow = epoch === 0 ? undefined : (features: Int32Array) => fit.score(features);
    const shares = new Map(bags.filter(({ hostile }) => hostile).map((bag) => [bag, sharesOf(bag, scoreNow)]));
    for (const { bag, features, index } of shuffled(sentences, random)) {
      const weight = bag.weight ?? 1;
      const share = shares.get(bag)?.[index];
      if (share === undefined) fit.step(features, 0, ORDINARY_WEIGHT * weight);
      else fit.step(features, 1, HOSTILE_WEIGHT * weight * share);
    }
    for (const { features } of ordinary) fit.step(features, 0, 1);
  }
  return fit.model();
}

/** Share of the ordinary sentences that score at most `ORDINARY_SCORE`. */
const ORDINARY_SHARE = 0.95;
const ORDINARY_SCORE = -5.7;

/** The same model on a scale that does not depend on how many ordinary sentences it learned from, so that the bars of the opinion hold. */
export function calibrated(model: Whole, ordinary: readonly Sentence[]): Whole {
  if (ordinary.length === 0) return model;
  const scores = Float64Array.from(ordinary, ({ features }) => scoreOf(model, features)).sort();
  const score = scores[Math.floor(ORDINARY_SHARE * scores.length)] ?? ORDINARY_SCORE;
  return { ...model, bias: model.bias + ORDINARY_SCORE - score };
}

/** How much each sentence of a hostile text counts as hostile, by its score where there is one yet; undefined for one that is ordinary. */
export function sharesOf({ sentences }: Pick<Bag, 'sentences'>, scoreOf?: (features: Int32Array) => number): (number | undefined)[] {
  if (sentences.some(({ isOrder }) => isOrder)) return sentences.map(({ isOrder }) => (isOrder ? 1 : undefined));
  if (scoreOf === undefined) return sentences.map(() => 1 / sentences.length);
  const scores = sentences.map(({ features }) => scoreOf(features));
  const highest = Math.max(...scores);
  return scores.map((score) => (score === highest ? 1 : score > 0 ? 0.5 : 0));
}

class Fit {
  private readonly weights = new Float32Array(1 << FEATURE_BITS);
  private readonly squares = new Float32Array(1 << FEATURE_BITS).fill(1e-2);
  private readonly random = randomOf(24680);
  private bias = -3;

  score(features: Int32Array): number {
    return this.bias + this.sum(features) / Math.sqrt(Math.max(1, features.length));
  }

  step(all: Int32Array, label: 0 | 1, weight: number): void {
    if (weight === 0) return;
    const { weights, squares } = this;
    const features = all.filter(() => this.random() >= UNSEEN);
    const root = Math.sqrt(Math.max(1, all.length)) * (1 - UNSEEN);
    const error = (1 / (1 + Math.exp(-this.bias - this.sum(features) / root)) - label) * weight;
    const share = error / root;
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] ?? 0;
      const old = weights[feature] ?? 0;
      const gradient = share + DECAY * old;
      const square = (squares[feature] ?? 0) + gradient * gradient;
      squares[feature] = square;
      weights[feature] = Math.min(HEAVIEST, old - (RATE * gradient) / Math.sqrt(square));
    }
    this.bias -= 0.01 * error;
  }

  private sum(features: Int32Array): number {
    let sum = 0;
    for (let at = 0; at < features.length; at++) sum += this.weights[features[at] ?? 0] ?? 0;
    return sum;
  }

  /** The weights as cells; the few beyond the largest step are cut off. */
  model(): Whole {
    const sorted = this.weights.map(Math.abs).sort();
    const largest = sorted[Math.floor(sorted.length * 0.999995)] || 1;
    return { cells: cellsOf(this.weights, largest), largest, bias: this.bias };
  }
}
