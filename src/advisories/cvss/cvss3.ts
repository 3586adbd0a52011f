import { readMetrics, type Scores, type VectorMetrics } from './vector.js';

// CVSS v3.1 specification, sections 7.1–7.4; v3.0 section 8 where the two differ (rounding, modified impact).
const MANDATORY = ['AV', 'AC', 'PR', 'UI', 'S', 'C', 'I', 'A'];
const TEMPORAL = ['E', 'RL', 'RC'];
const BASE = { AV: 'N A L P', AC: 'L H', PR: 'N L H', UI: 'N R', S: 'U C', C: 'N L H', I: 'N L H', A: 'N L H' };
const TABLE = {
  ...BASE,
  E: 'X U P F H',
  RL: 'X O T W U',
  RC: 'X U R C',
  CR: 'X L M H',
  IR: 'X L M H',
  AR: 'X L M H',
  MAV: 'X N A L P',
  MAC: 'X L H',
  MPR: 'X N L H',
  MUI: 'X N R',
  MS: 'X U C',
  MC: 'X N L H',
  MI: 'X N L H',
  MA: 'X N L H',
};

const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  PR_CHANGED: { N: 0.85, L: 0.68, H: 0.5 },
  UI: { N: 0.85, R: 0.62 },
  IMPACT: { N: 0, L: 0.22, H: 0.56 },
  E: { U: 0.91, P: 0.94, F: 0.97 },
  RL: { O: 0.95, T: 0.96, W: 0.97 },
  RC: { U: 0.92, R: 0.96 },
  R: { L: 0.5, M: 1, H: 1.5 },
};

type Minor = '3.0' | '3.1';

/** Scores of the part after `CVSS:3.x/`; undefined when it is no vector. */
export function scoreV3(text: string, minor: Minor): Scores | undefined {
  const metrics = readMetrics(text, TABLE, MANDATORY);
  if (!metrics) return undefined;
  const roundUp = minor === '3.1' ? roundUp31 : roundUp30;
  const base = baseScore(metrics, roundUp);
  const factor = weigh(metrics, 'E', 'E') * weigh(metrics, 'RL', 'RL') * weigh(metrics, 'RC', 'RC');
  return {
    base,
    ...(TEMPORAL.some((name) => metrics.has(name)) && { temporal: roundUp(base * factor) }),
    // Also without modified metrics: the formula's tail differs from the base score's (v3.1 section 7.3).
    environmental: environmentalScore(metrics, minor, factor),
  };
}

function weigh(metrics: VectorMetrics, name: string, table: string): number {
  return WEIGHTS[table]?.[metrics.get(name) ?? ''] ?? 1;
}

function impactWeight(metrics: VectorMetrics, name: string): number {
  return WEIGHTS.IMPACT?.[metrics.get(name) ?? ''] ?? 0;
}

function exploitability(metrics: VectorMetrics, changed: boolean): number {
  return (
    8.22 *
    weigh(metrics, 'AV', 'AV') *
    weigh(metrics, 'AC', 'AC') *
    weigh(metrics, 'PR', changed ? 'PR_CHANGED' : 'PR') *
    weigh(metrics, 'UI', 'UI')
  );
}

function combine(impact: number, exploit: number, changed: boolean): number {
  return impact <= 0 ? 0 : Math.min((changed ? 1.08 : 1) * (impact + exploit), 10);
}

function baseScore(metrics: VectorMetrics, roundUp: (value: number) => number): number {
  const changed = metrics.get('S') === 'C';
  const iss = 1 - (1 - impactWeight(metrics, 'C')) * (1 - impactWeight(metrics, 'I')) * (1 - impactWeight(metrics, 'A'));
  const impact = changed ? 7.52 * (iss - 0.029) - 3.25 * (iss - 0.02) ** 15 : 6.42 * iss;
  return roundUp(combine(impact, exploitability(metrics, changed), changed));
}

/** Modified metrics stand in for base ones where given; requirements weigh the impacts. */
function environmentalScore(given: VectorMetrics, minor: Minor, factor: number): number {
  const metrics = new Map(given);
  for (const name of MANDATORY) {
    const modified = given.get(`M${name}`);
    if (modified !== undefined && modified !== 'X') metrics.set(name, modified);
  }
  const changed = metrics.get('S') === 'C';
  const left = (name: string, requirement: string) => 1 - impactWeight(metrics, name) * weigh(metrics, requirement, 'R');
  const miss = Math.min(1 - left('C', 'CR') * left('I', 'IR') * left('A', 'AR'), 0.915);
  const tail = minor === '3.1' ? (miss * 0.9731 - 0.02) ** 13 : (miss - 0.02) ** 15;
  const impact = changed ? 7.52 * (miss - 0.029) - 3.25 * tail : 6.42 * miss;
  const roundUp = minor === '3.1' ? roundUp31 : roundUp30;
  return roundUp(roundUp(combine(impact, exploitability(metrics, changed), changed)) * factor);
}

/** v3.0: the smallest tenth not below. */
function roundUp30(value: number): number {
  return Math.ceil(Number((value * 10).toFixed(8))) / 10;
}

/** v3.1 appendix A: on integers, so that 4.02 by arithmetic on floats is not 4.1. */
function roundUp31(value: number): number {
  const scaled = Math.round(value * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}
