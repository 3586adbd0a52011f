import { CELLS } from '../../src/detect/text/opinion/hash.js';
import { lengthFactor } from '../../src/detect/text/opinion/model.js';
import type { Bag, Sample } from './bags.js';

/** Weights before they are rounded. */
export interface Weights {
  cells: Float64Array;
  bias: number;
}

/** Times that the weight of a hostile case is dealt anew to its sentences, and passes over all sentences after each. */
const ROUNDS = 4;
const PASSES = 2;
const RATE = 0.05;
/** How much a hostile case counts beside one benign sentence. Hostile cases are few; generated ones are many. */
const HOSTILE = 3;
const GENERATED = 1;

interface Row {
  cells: Int32Array;
  hostile: boolean;
  weight: number;
}

/** The sentences of a hostile case, of which at least one makes it hostile. */
interface Suspects {
  rows: Row[];
  weight: number;
}

/**
 * Logistic regression over bags, by stochastic gradients with a rate for each weight (AdaGrad). Every sentence of a benign case is benign;
 * the weight of a hostile case goes to the sentences that look most hostile so far. The order is shuffled from a fixed seed.
 */
export function trained(bags: readonly Bag[]): Weights {
  const { benign, suspects } = rowsOf(bags);
  const rows = [...benign, ...suspects.flatMap((each) => each.rows)];
  const weights: Weights = { cells: new Float64Array(CELLS), bias: -2 };
  const squares = new Float64Array(CELLS).fill(1e-3);
  const random = randomOf(7);
  const mean: Weights = { cells: new Float64Array(CELLS), bias: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) for (const each of suspects) deal(each, weights);
    for (let pass = 0; pass < PASSES; pass++) {
      descend(weights, squares, shuffled(rows, random));
      if (round > 0) addShare(weights, mean, 1 / (PASSES * (ROUNDS - 1)));
    }
  }
  return mean;
}

/** Weights swing from pass to pass; their mean after the first round does not. */
function addShare({ cells, bias }: Weights, mean: Weights, share: number): void {
  mean.bias += bias * share;
  for (let at = 0; at < cells.length; at++) mean.cells[at] = (mean.cells[at] ?? 0) + (cells[at] ?? 0) * share;
}

function rowsOf(bags: readonly Bag[]): { benign: Row[]; suspects: Suspects[] } {
  const keys = new Set<number>();
  const benign: Row[] = [];
  for (const { hostile, samples, kind } of bags) {
    if (hostile) continue;
    for (const { key, cells } of samples) {
      // Generated texts stand between the same few sentences again and again.
      if (kind === 'generated' && keys.has(key)) continue;
      keys.add(key);
      benign.push({ cells, hostile: false, weight: 1 });
    }
  }
  const suspects = bags.filter(({ hostile }) => hostile).map(({ samples, kind }) => suspectsOf(samples, keys, kind));
  return { benign, suspects };
}

function suspectsOf(samples: readonly Sample[], benign: ReadonlySet<number>, kind: Bag['kind']): Suspects {
  const own = new Map(samples.filter(({ key }) => !benign.has(key)).map(({ key, cells }) => [key, cells]));
  const weight = kind === 'generated' ? GENERATED : HOSTILE;
  return { weight, rows: [...own.values()].map((cells) => ({ cells, hostile: true, weight: weight / own.size })) };
}

/** Deals the weight of a hostile case to its sentences by how hostile each looks. */
function deal({ rows, weight }: Suspects, weights: Weights): void {
  const scores = rows.map(({ cells }) => rawScore(weights, cells));
  const most = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const sum = shares.reduce((a, b) => a + b, 0);
  for (const [at, row] of rows.entries()) row.weight = (weight * (shares[at] ?? 0)) / sum;
}

function rawScore({ cells: weights, bias }: Weights, cells: Int32Array): number {
  let sum = 0;
  for (let at = 0; at < cells.length; at++) sum += weights[cells[at] ?? 0] ?? 0;
  return bias + sum * lengthFactor(cells.length);
}

/** A miss, or a weight of a sentence, below this moves nothing. */
const NEGLIGIBLE = 1e-3;
/** Share of a weight that each step takes back. */
const DECAY = 1e-6;
const BIAS_RATE = 1e-3;

function descend(weights: Weights, squares: Float64Array, rows: readonly Row[]): void {
  for (const { cells, hostile, weight } of rows) {
    if (weight < NEGLIGIBLE) continue;
    const miss = 1 / (1 + Math.exp(-rawScore(weights, cells))) - (hostile ? 1 : 0);
    if (Math.abs(miss) < NEGLIGIBLE) continue;
    weights.bias -= BIAS_RATE * miss * weight;
    step(weights.cells, squares, cells, miss * weight * lengthFactor(cells.length));
  }
}

function step(weights: Float64Array, squares: Float64Array, cells: Int32Array, slope: number): void {
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? 0;
    const weight = weights[cell] ?? 0;
    const gradient = slope + DECAY * weight;
    const square = (squares[cell] ?? 0) + gradient * gradient;
    squares[cell] = square;
    weights[cell] = weight - (RATE * gradient) / Math.sqrt(square);
  }
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const copy = [...list];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = copy[at] as T;
    copy[at] = copy[other] as T;
    copy[other] = kept;
  }
  return copy;
}

/** Numbers from 0 to 1, the same each time (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
