import { measureModels } from './models.js';
import { measureSkills } from './skills.js';
import type { TextPart } from './text-parts.js';

/** A figure with its cases, as `npm run accuracy` prints it. */
export interface Row {
  name: string;
  cases: number;
  passed: number;
  misses: readonly string[];
}

/** Model verdicts: accepted ones, unsafe files that were flagged, flagged ones that deserve it, and unreadable ones not called safe. */
export function modelRows(): Row[] {
  return measureModels().flatMap(({ group, cases, accepted, recall, precision, falseAlarms, silent, misses }) => [
    { name: `${group}, accepted`, cases, passed: accepted, misses },
    share(`${group}, recall`, recall),
    share(`${group}, precision`, precision),
    { name: `${group}, false alarms`, cases: falseAlarms, passed: 0, misses: [] },
    { name: `${group}, unread called safe`, cases: silent, passed: 0, misses: [] },
  ]);
}

/** Skills at severity high and above: precision and recall by case and by family, pairs solved, and each miss by name. */
export function skillRows(part: TextPart): Row[] {
  const measured = measureSkills(part);
  const named = (misses: readonly { case: string; facts: string[] }[]) =>
    misses.map((miss) => `${miss.case} ${miss.facts.slice(0, 3).join(', ')}`);
  return [
    { ...share('recall', measured.recall), misses: named(measured.missed) },
    { ...share('precision', measured.precision), misses: named(measured.falseAlarms) },
    share('recall, by family', measured.familyRecall),
    share('precision, by family', measured.familyPrecision),
    { name: 'pairs solved', cases: measured.pairs, passed: measured.pairsSolved, misses: [] },
    share('suspicious, medium or above', measured.suspiciousSeen),
  ];
}

function share(name: string, value: number): Row {
  return { name, cases: 1000, passed: Math.round(value * 1000), misses: [] };
}
