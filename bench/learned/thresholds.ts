import {
  distanceTo,
  type Matter,
  type OpinionModel,
  scoreOf,
  type Threshold,
  type Thresholds,
} from '../../src/detect/text/opinion/model.js';
import type { Bag } from './bags.js';

/** A model whose thresholds are still to be found. */
export type Scorer = Pick<OpinionModel, 'weights' | 'bias'> & {
  /** Steps of a weight that are one unit of the logarithm of the odds. */
  scale: number;
};

/** A case and how hostile a model that has not seen it finds its sentences, in units of the logarithm of the odds. */
export interface Scored {
  bag: Bag;
  scores: readonly number[];
}

/** Scores the sentences of a case. */
export function scored(bag: Bag, scorer: Scorer): Scored {
  return { bag, scores: bag.samples.map(({ cells }) => scoreOf(scorer, cells) / scorer.scale) };
}

/**
 * Share of the benign cases without an alarm that each threshold may cost. Left-out folds said that lifting in tool definitions costs as many
 * false alarms as it finds orders: there the opinion only speaks alone.
 */
const COSTS: Readonly<Record<Matter, { lift?: number; suspect: number }>> = {
  prose: { lift: 0.001, suspect: 0.015 },
  json: { suspect: 0.01 },
};
/** How much a point of gravity may count. */
const GRAVITIES = [0, 0.3, 0.6, 1];
/** Thresholds of a model are whole numbers of so many parts of a unit. */
const PARTS = 1000;

/** The thresholds that find most hostile cases at a fixed cost, from scores by models that had not seen the cases. In units. */
export function bestThresholds(cases: readonly Scored[]): Record<Matter, Thresholds> {
  const of = (kinds: readonly Bag['kind'][], matter: Matter): Thresholds => {
    const own = cases.filter(({ bag }) => kinds.includes(bag.kind));
    const { lift, suspect } = COSTS[matter];
    return { suspect: best(own, matter, suspect), ...(lift !== undefined && { lift: best(own, matter, lift) }) };
  };
  return { prose: of(['skills', 'ordinary'], 'prose'), json: of(['tools'], 'json') };
}

function best(cases: readonly Scored[], matter: Matter, cost: number): Threshold {
  const found = GRAVITIES.map((gravity) => {
    const reached = (hostile: boolean) =>
      cases.filter(({ bag }) => bag.hostile === hostile && (hostile || !bag.alarm)).map((each) => height(each, matter, gravity));
    const benign = reached(false).sort((a, b) => b - a);
    const least = Math.ceil((benign[Math.floor(benign.length * cost)] ?? 0) * PARTS + 1) / PARTS;
    return { least, gravity, recall: reached(true).filter((each) => each >= least).length };
  });
  const [{ least, gravity } = { least: 0, gravity: 0 }] = found.sort((a, b) => b.recall - a.recall || a.gravity - b.gravity);
  return { least, gravity };
}

/** How high the most hostile sentence of a case stands. */
function height({ bag, scores }: Scored, matter: Matter, gravity: number): number {
  let most = -1000;
  for (const [at, sample] of bag.samples.entries())
    if (sample.asked && sample.matter === matter) most = Math.max(most, distanceTo({ least: 0, gravity }, scores[at] ?? 0, sample.gravity));
  return most;
}

/** The same thresholds in the steps of a model's weights. */
export function inSteps({ prose, json }: Record<Matter, Thresholds>, scale: number): Record<Matter, Thresholds> {
  const step = ({ least, gravity }: Threshold): Threshold => ({ least: Math.ceil(least * scale), gravity: Math.round(gravity * scale) });
  const both = ({ lift, suspect }: Thresholds): Thresholds => ({ suspect: step(suspect), ...(lift && { lift: step(lift) }) });
  return { prose: both(prose), json: both(json) };
}
