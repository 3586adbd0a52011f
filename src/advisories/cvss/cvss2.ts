import { readMetrics, type Scores, type VectorMetrics } from './vector.js';

// CVSS v2.0 complete guide, sections 2 (metrics) and 3.2 (equations).
const MANDATORY = ['AV', 'AC', 'Au', 'C', 'I', 'A'];
const TEMPORAL = ['E', 'RL', 'RC'];
const ENVIRONMENTAL = ['CDP', 'TD', 'CR', 'IR', 'AR'];
const TABLE = {
  AV: 'L A N',
  AC: 'H M L',
  Au: 'M S N',
  C: 'N P C',
  I: 'N P C',
  A: 'N P C',
  E: 'U POC F H ND',
  RL: 'OF TF W U ND',
  RC: 'UC UR C ND',
  CDP: 'N L LM MH H ND',
  TD: 'N L M H ND',
  CR: 'L M H ND',
  IR: 'L M H ND',
  AR: 'L M H ND',
};

const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { L: 0.395, A: 0.646, N: 1 },
  AC: { H: 0.35, M: 0.61, L: 0.71 },
  Au: { M: 0.45, S: 0.56, N: 0.704 },
  C: { N: 0, P: 0.275, C: 0.66 },
  E: { U: 0.85, POC: 0.9, F: 0.95 },
  RL: { OF: 0.87, TF: 0.9, W: 0.95 },
  RC: { UC: 0.9, UR: 0.95 },
  CDP: { L: 0.1, LM: 0.3, MH: 0.4, H: 0.5 },
  TD: { N: 0, L: 0.25, M: 0.75 },
  R: { L: 0.5, M: 1, H: 1.51 },
};

/** Scores of a v2 vector (without prefix, parentheses allowed); undefined when it is none. */
export function scoreV2(vector: string): Scores | undefined {
  const bare = /^\((.*)\)$/.exec(vector)?.[1] ?? vector;
  const metrics = readMetrics(bare, TABLE, MANDATORY);
  if (!metrics) return undefined;
  const temporal = TEMPORAL.some((name) => metrics.has(name));
  const environmental = ENVIRONMENTAL.some((name) => metrics.has(name));
  const base = baseScore(metrics, impact(metrics, 1, 1, 1));
  return {
    base,
    ...(temporal && { temporal: temporalScore(metrics, base) }),
    ...(environmental && { environmental: environmentalScore(metrics) }),
  };
}

function weigh(metrics: VectorMetrics, name: string, otherwise: number, table = name): number {
  return WEIGHTS[table]?.[metrics.get(name) ?? ''] ?? otherwise;
}

function impact(metrics: VectorMetrics, c: number, i: number, a: number): number {
  const left = (name: string, requirement: number) => 1 - weigh(metrics, name, 0, 'C') * requirement;
  return Math.min(10, 10.41 * (1 - left('C', c) * left('I', i) * left('A', a)));
}

function baseScore(metrics: VectorMetrics, impactScore: number): number {
  const exploitability = 20 * weigh(metrics, 'AV', 1) * weigh(metrics, 'AC', 1) * weigh(metrics, 'Au', 1);
  return round((0.6 * impactScore + 0.4 * exploitability - 1.5) * (impactScore === 0 ? 0 : 1.176));
}

function temporalScore(metrics: VectorMetrics, base: number): number {
  return round(base * weigh(metrics, 'E', 1) * weigh(metrics, 'RL', 1) * weigh(metrics, 'RC', 1));
}

function environmentalScore(metrics: VectorMetrics): number {
  const adjusted = impact(metrics, weigh(metrics, 'CR', 1, 'R'), weigh(metrics, 'IR', 1, 'R'), weigh(metrics, 'AR', 1, 'R'));
  const temporal = temporalScore(metrics, baseScore(metrics, adjusted));
  return round((temporal + (10 - temporal) * weigh(metrics, 'CDP', 0)) * weigh(metrics, 'TD', 1));
}

function round(value: number): number {
  return Math.round((value + Number.EPSILON) * 10) / 10;
}
