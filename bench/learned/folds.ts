import type { OpinionModel } from '../../src/detect/text/opinion/model.js';
import { FOLDS } from '../accuracy/text-parts.js';
import type { Bag } from './bags.js';
import { rounded } from './pack.js';
import { bestThresholds, inSteps, type Scored, type Scorer, scored } from './thresholds.js';
import { trained } from './train.js';

const FOLD_NUMBERS = Array.from({ length: FOLDS }, (_, fold) => fold);

/** Learns without some folds. What was learned once is kept: leaving out two folds serves both. */
class Learner {
  private readonly known = new Map<string, Scorer>();

  constructor(private readonly bags: readonly Bag[]) {}

  without(...folds: number[]): Scorer {
    const key = folds.sort().join(' ');
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const scorer = rounded(trained(this.bags.filter(({ fold }) => fold === undefined || !folds.includes(fold))));
    this.known.set(key, scorer);
    return scorer;
  }

  /** A model of all folds but those left out. Its thresholds come from models that leave out one more, judged by that one. */
  model(...leftOut: number[]): OpinionModel {
    const inner = FOLD_NUMBERS.filter((fold) => !leftOut.includes(fold)).flatMap((fold): Scored[] => {
      const scorer = this.without(...leftOut, fold);
      return this.bags.filter((bag) => bag.fold === fold).map((bag) => scored(bag, scorer));
    });
    const { scale, ...scorer } = this.without(...leftOut);
    return { ...scorer, thresholds: inSteps(bestThresholds(inner), scale) };
  }
}

/** A model of each four folds, in the order of the fold left out, and the one of all folds. */
export interface Models {
  byFold: OpinionModel[];
  whole: OpinionModel;
}

/** Learns all models. */
export function learned(bags: readonly Bag[]): Models {
  const learner = new Learner(bags);
  return { byFold: FOLD_NUMBERS.map((fold) => learner.model(fold)), whole: learner.model() };
}
