import { randomOf } from './random.js';

/** Turns of the iteration: the components that matter stand still long before. */
const TURNS = 60;

/** Each row as its distance from the mean along the directions in which rows differ most (orthogonal iteration: Golub and Van Loan, 7.3). */
export function principalComponents(rows: readonly Float64Array[], count: number): Float64Array[] {
  const width = rows[0]?.length ?? 0;
  const mean = new Float64Array(width);
  for (const row of rows) for (let at = 0; at < width; at++) mean[at]! += (row[at] as number) / rows.length;
  const centred = rows.map((row) => row.map((value, at) => value - (mean[at] as number)));
  const spread = covariance(centred, width);
  const random = randomOf(97531);
  let directions = orthonormal(Array.from({ length: count }, () => Float64Array.from({ length: width }, () => random() - 0.5)));
  for (let turn = 0; turn < TURNS; turn++) {
    directions = orthonormal(directions.map((direction) => Float64Array.from(spread, (row) => dot(row, direction))));
  }
  return centred.map((row) => Float64Array.from(directions, (direction) => dot(row, direction)));
}

function covariance(rows: readonly Float64Array[], width: number): Float64Array[] {
  const sums = Array.from({ length: width }, () => new Float64Array(width));
  for (const row of rows) {
    for (const [at, own] of row.entries()) {
      const sum = sums[at] as Float64Array;
      for (let other = 0; other < width; other++) sum[other]! += (own * (row[other] as number)) / rows.length;
    }
  }
  return sums;
}

/** The same space, each direction at right angles to those before it (Gram and Schmidt). */
function orthonormal(directions: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = [];
  for (const direction of directions) {
    const left = Float64Array.from(direction);
    for (const other of done) {
      const shared = dot(left, other);
      for (let at = 0; at < left.length; at++) left[at]! -= shared * (other[at] as number);
    }
    const length = Math.sqrt(dot(left, left));
    done.push(left.map((value) => value / length));
  }
  return done;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
