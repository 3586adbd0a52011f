import type { TextDocument } from '../reading/document.js';
import { CELLS } from './hash.js';

/** Texts that are judged by thresholds of their own: prose, and the strings of JSON, of which tool definitions are made. */
export type Matter = 'prose' | 'json';

/** What a document is. */
export function matterOf({ kind }: TextDocument): Matter {
  return kind === 'json-string' ? 'json' : 'prose';
}

/** A sentence is past a threshold when its score and so much for each point of its gravity come to this. */
export interface Threshold {
  least: number;
  gravity: number;
}

/** From when on the opinion turns a weak sign into an alarm, where it may, and from when on it speaks alone. */
export interface Thresholds {
  lift?: Threshold;
  suspect: Threshold;
}

/** What was learned. All numbers are whole, so that every machine comes to the same result. */
export interface OpinionModel {
  weights: Int8Array;
  /** In steps of a weight, as the sum of weights is. */
  bias: number;
  thresholds: Readonly<Record<Matter, Thresholds>>;
}

/** The score of a sentence by the cells of its features, in steps of a weight. A long sentence has more features and counts them less. */
export function scoreOf({ weights, bias }: Pick<OpinionModel, 'weights' | 'bias'>, cells: readonly number[] | Int32Array): number {
  let sum = 0;
  for (let at = 0; at < cells.length; at++) sum += weights[cells[at] ?? 0] ?? 0;
  return bias + sum * lengthFactor(cells.length);
}

/** IEEE 754 rounds a square root and a quotient exactly: no machine has other digits. */
export function lengthFactor(length: number): number {
  return 8 / Math.sqrt(length + 32);
}

/** More points of gravity than these say nothing more. */
const MOST_GRAVITY = 8;

/** How far a sentence is above a threshold; below 0 it is not past it. */
export function distanceTo({ least, gravity }: Threshold, score: number, points: number): number {
  return score + gravity * Math.min(points, MOST_GRAVITY) - least;
}

/** A model from the rows of its file. Throws RangeError when the weights are not of the right number. */
export function modelFrom(rows: ReadonlyMap<string, string>, inflate: (data: Uint8Array, maxBytes: number) => Uint8Array): OpinionModel {
  const packed = inflate(Buffer.from(rows.get('weights') ?? '', 'base64'), CELLS);
  if (packed.length !== CELLS) throw new RangeError(`the opinion has ${packed.length} weights, not ${CELLS}`);
  const threshold = (row: string): Threshold => {
    const [least = 0, gravity = 0] = row.split(' ').map(Number);
    return { least, gravity };
  };
  const thresholds = (matter: Matter): Thresholds => {
    const lift = rows.get(`${matter} lift`);
    return { suspect: threshold(rows.get(`${matter} suspect`) ?? ''), ...(lift !== undefined && { lift: threshold(lift) }) };
  };
  return {
    weights: new Int8Array(packed.buffer, packed.byteOffset, packed.length),
    bias: Number(rows.get('bias') ?? 0),
    thresholds: { prose: thresholds('prose'), json: thresholds('json') },
  };
}
