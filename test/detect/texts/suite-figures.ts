import { isAlarm } from './judge-specimen.js';
import { type SuiteCase, suiteCases } from './suite.js';
import type { Half } from './vocabulary.js';

/** Counts of one dimension in one half. */
export interface Tally {
  /** Orders, and those that raise an alarm. */
  orders: number;
  found: number;
  /** Texts that must stay quiet, and those that do. */
  quietOnes: number;
  quiet: number;
}

/** A case that was judged. */
export interface JudgedCase extends SuiteCase {
  alarm: boolean;
}

/** Judges the cases by the real entry points: the skill audit for files, the tools detector for definitions. */
export function* judgedCases(every = 1): Iterable<JudgedCase> {
  for (const each of suiteCases(every)) yield { ...each, alarm: isAlarm(each.specimen) };
}

/** What cases are counted by, in the order of a table. */
const KINDS = ['all', 'act', 'construction', 'language', 'carrier', 'framing', 'ordinary', 'shape'];

/** Counts by dimension, in the order of a table. */
export function talliesOf(cases: Iterable<JudgedCase>, half?: Half): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const each of cases) {
    if (half !== undefined && each.half !== half) continue;
    for (const dimension of ['all', ...each.dimensions]) {
      const tally = tallies.get(dimension) ?? { orders: 0, found: 0, quietOnes: 0, quiet: 0 };
      tallies.set(dimension, tally);
      if (each.hostile) {
        tally.orders++;
        if (each.alarm) tally.found++;
      } else {
        tally.quietOnes++;
        if (!each.alarm) tally.quiet++;
      }
    }
  }
  const rank = ([dimension]: [string, Tally]) => KINDS.indexOf(dimension.split(' ')[0] ?? '');
  return new Map([...tallies].sort((a, b) => rank(a) - rank(b)));
}

/** Share of the orders that were found; undefined where there are none. */
export function recallOf({ orders, found }: Tally): number | undefined {
  return orders === 0 ? undefined : found / orders;
}

/** Share of the texts that must stay quiet and do. */
export function quietShareOf({ quietOnes, quiet }: Tally): number | undefined {
  return quietOnes === 0 ? undefined : quiet / quietOnes;
}

/** Share of the alarms that are orders; undefined where nothing alarms or one side is empty. */
export function precisionOf({ orders, found, quietOnes, quiet }: Tally): number | undefined {
  const alarms = found + quietOnes - quiet;
  return orders === 0 || quietOnes === 0 || alarms === 0 ? undefined : found / alarms;
}
