import { measureModels } from './models.js';

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

function share(name: string, value: number): Row {
  return { name, cases: 1000, passed: Math.round(value * 1000), misses: [] };
}
