import { macroScore } from './macro-scores.js';
import { readMetrics, type Scores } from './vector.js';

// CVSS v4.0 specification, section 8: macrovectors, and interpolation by severity distance within them.
const MANDATORY = ['AV', 'AC', 'AT', 'PR', 'UI', 'VC', 'VI', 'VA', 'SC', 'SI', 'SA'];
const TABLE = {
  AV: 'N A L P',
  AC: 'L H',
  AT: 'N P',
  PR: 'N L H',
  UI: 'N P A',
  VC: 'H L N',
  VI: 'H L N',
  VA: 'H L N',
  SC: 'H L N',
  SI: 'H L N',
  SA: 'H L N',
  E: 'X A P U',
  CR: 'X H M L',
  IR: 'X H M L',
  AR: 'X H M L',
  MAV: 'X N A L P',
  MAC: 'X L H',
  MAT: 'X N P',
  MPR: 'X N L H',
  MUI: 'X N P A',
  MVC: 'X H L N',
  MVI: 'X H L N',
  MVA: 'X H L N',
  MSC: 'X H L N',
  MSI: 'X S H L N',
  MSA: 'X S H L N',
  S: 'X N P',
  AU: 'X N Y',
  R: 'X A U I',
  V: 'X D C',
  RE: 'X L M H',
  U: 'X Clear Green Amber Red',
};

/** Values from worst to best; their index, in tenths, is the distance. */
const ORDER: Readonly<Record<string, string>> = {
  AV: 'NALP',
  PR: 'NLH',
  UI: 'NPA',
  AC: 'LH',
  AT: 'NP',
  VC: 'HLN',
  VI: 'HLN',
  VA: 'HLN',
  SC: 'SHLN',
  SI: 'SHLN',
  SA: 'SHLN',
  CR: 'HML',
  IR: 'HML',
  AR: 'HML',
  E: 'APU',
};

/** Worst vectors of each level of EQ1, EQ2, EQ4 (letters in the order of the group's metrics), and of EQ3 with EQ6. */
const GROUPS = [
  { metrics: ['AV', 'PR', 'UI'], worst: [['NNN'], ['ANN', 'NLN', 'NNP'], ['PNN', 'ALP']], depth: [1, 4, 5] },
  { metrics: ['AC', 'AT'], worst: [['LN'], ['HN', 'LP']], depth: [1, 2] },
  { metrics: ['SC', 'SI', 'SA'], worst: [['HSS'], ['HHH'], ['LLL']], depth: [6, 5, 4] },
] as const;
const IMPACT = ['VC', 'VI', 'VA', 'CR', 'IR', 'AR'];
const IMPACT_WORST: Readonly<Record<string, { worst: readonly string[]; depth: number }>> = {
  '00': { worst: ['HHHHHH'], depth: 7 },
  '01': { worst: ['HHLMMH', 'HHHMMM'], depth: 6 },
  '10': { worst: ['LHHHHH', 'HLHHHH'], depth: 8 },
  '11': { worst: ['LHLHMH', 'LHHHMM', 'HLHMHM', 'HLLMHH', 'LLHHHM'], depth: 8 },
  '21': { worst: ['LLLHHH'], depth: 10 },
};

/** The one score of the part after `CVSS:4.0/`, with threat and environmental metrics in it; undefined when it is no vector. */
export function scoreV4(text: string): Scores | undefined {
  const given = readMetrics(text, TABLE, MANDATORY);
  if (!given) return undefined;
  const value = (name: string): string => {
    const modified = given.get(`M${name}`);
    if (modified !== undefined && modified !== 'X') return modified;
    const own = given.get(name) ?? 'X';
    return own === 'X' ? (ORDER[name]?.[0] ?? 'X') : own;
  };
  if (['VC', 'VI', 'VA', 'SC', 'SI', 'SA'].every((name) => value(name) === 'N')) return { base: 0 };
  const levels = macroLevels(value);
  const score = macroScore(levels);
  return score === undefined ? undefined : { base: interpolate(score, levels, value) };
}

type Value = (name: string) => string;

function macroLevels(value: Value): number[] {
  const is = (name: string, letter: string) => value(name) === letter;
  const open = [is('AV', 'N'), is('PR', 'N'), is('UI', 'N')].filter(Boolean).length;
  const eq1 = open === 3 ? 0 : open > 0 && !is('AV', 'P') ? 1 : 2;
  const eq2 = is('AC', 'L') && is('AT', 'N') ? 0 : 1;
  const eq3 = is('VC', 'H') && is('VI', 'H') ? 0 : ['VC', 'VI', 'VA'].some((name) => is(name, 'H')) ? 1 : 2;
  const safety = is('SI', 'S') || is('SA', 'S');
  const eq4 = safety ? 0 : ['SC', 'SI', 'SA'].some((name) => is(name, 'H')) ? 1 : 2;
  const eq5 = 'APU'.indexOf(value('E'));
  const eq6 = ['C', 'I', 'A'].some((letter) => is(`${letter}R`, 'H') && is(`V${letter}`, 'H')) ? 0 : 1;
  return [eq1, eq2, eq3, eq4, eq5, eq6];
}

/** Subtracts, averaged over the groups, how far the vector is on its way to the next lower macrovector. */
function interpolate(score: number, levels: readonly number[], value: Value): number {
  const [eq1 = 0, eq2 = 0, eq3 = 0, eq4 = 0, , eq6 = 0] = levels;
  const impact = IMPACT_WORST[`${eq3}${eq6}`];
  const parts = [
    { lower: lowered(levels, 0), gone: distance(GROUPS[0].metrics, GROUPS[0].worst[eq1] ?? [], value), depth: GROUPS[0].depth[eq1] ?? 1 },
    { lower: lowered(levels, 1), gone: distance(GROUPS[1].metrics, GROUPS[1].worst[eq2] ?? [], value), depth: GROUPS[1].depth[eq2] ?? 1 },
    { lower: loweredImpact(levels), gone: distance(IMPACT, impact?.worst ?? [], value), depth: impact?.depth ?? 1 },
    { lower: lowered(levels, 3), gone: distance(GROUPS[2].metrics, GROUPS[2].worst[eq4] ?? [], value), depth: GROUPS[2].depth[eq4] ?? 1 },
    { lower: lowered(levels, 4), gone: 0, depth: 1 },
  ];
  const steps = parts.flatMap(({ lower, gone, depth }) => (lower === undefined ? [] : [(score - lower) * (gone / depth)]));
  const mean = steps.length === 0 ? 0 : steps.reduce((sum, step) => sum + step, 0) / steps.length;
  return Math.round(Math.min(10, Math.max(0, score - mean)) * 10 + 1e-9) / 10;
}

function lowered(levels: readonly number[], position: number): number | undefined {
  return macroScore(levels.map((level, index) => (index === position ? level + 1 : level)));
}

/** EQ3 and EQ6 move together: where both could go down the higher of the two next scores counts. */
function loweredImpact(levels: readonly number[]): number | undefined {
  const [, , eq3, , , eq6] = levels;
  if (eq3 === 1 && eq6 === 0) return lowered(levels, 5);
  if (eq3 === 0 && eq6 === 0) return Math.max(lowered(levels, 5) ?? 0, lowered(levels, 2) ?? 0);
  return lowered(levels, 2);
}

/** Steps from the first worst vector that is at least as bad in every metric. */
function distance(metrics: readonly string[], worst: readonly string[], value: Value): number {
  for (const vector of worst) {
    const steps = metrics.map((name, index) => stepsBetween(name, vector[index] ?? '', value(name)));
    if (steps.every((count) => count >= 0)) return steps.reduce((sum, count) => sum + count, 0);
  }
  return 0;
}

function stepsBetween(metric: string, worst: string, own: string): number {
  const order = ORDER[metric] ?? '';
  return order.indexOf(own) - order.indexOf(worst);
}
