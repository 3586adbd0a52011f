import type { RuntimeOptions } from '../options.js';
import { differences, figuresOf, keepFigures, keptFigures } from './figures.js';
import { measureRuntimeDetectors } from './measure.js';
import { precisionOf, recallOf, silenceOf } from './tally.js';

/** Precision and recall of each detector of the relay, and how often it is silent where nothing is wrong. */
export async function printRuntime({ check, keep }: RuntimeOptions): Promise<void> {
  const tallies = await measureRuntimeDetectors();
  console.log('\nDetectors of the relay                precision   recall  silence   cases');
  for (const tally of tallies) {
    const { detector, found, missed, quiet, alarms, misses } = tally;
    const shares = [precisionOf(tally), recallOf(tally), silenceOf(tally)].map((share) => share.toFixed(4).padStart(9)).join('');
    console.log(`  ${detector.padEnd(34)}${shares}${String(found + missed + quiet + alarms).padStart(8)}`);
    for (const miss of misses.slice(0, 3)) console.log(`    ${miss.slice(0, 160)}`);
  }
  if (keep) keepFigures(tallies);
  if (!check) return;
  const changed = differences(figuresOf(tallies), keptFigures());
  for (const line of changed) console.error(`  changed: ${line}`);
  if (changed.length > 0) process.exitCode = 1;
}
