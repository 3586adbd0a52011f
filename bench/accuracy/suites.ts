import { writeFileSync } from 'node:fs';
import { floorsFile, floorsText, SAMPLE } from '../../test/detect/texts/floors.js';
import {
  type JudgedCase,
  judgedCases,
  precisionOf,
  quietShareOf,
  recallOf,
  type Tally,
  talliesOf,
} from '../../test/detect/texts/suite-figures.js';
import { HALVES } from '../../test/detect/texts/vocabulary.js';
import type { TextOptions } from './options.js';

/** Missed orders and false alarms that are shown of each act, framing and class of ordinary texts. */
const SHOWN = 4;

/** Makes what the sample measures the floors of the test. */
export function writeFloors(): void {
  writeFileSync(floorsFile, floorsText(talliesOf(judgedCases(SAMPLE))));
}

/** Prints recall and precision of the generated texts by dimension, for each half of their words; a fold is none of their matters. */
export function printSuites({ fold, misses }: TextOptions): void {
  if (fold !== undefined && !misses) return;
  const cases = [...judgedCases()];
  if (fold === undefined) printTable(cases);
  if (misses) printWrong(cases);
}

function printTable(cases: readonly JudgedCase[]): void {
  const halves = HALVES.map((half) => talliesOf(cases, half));
  console.log(`\nGenerated texts: ${cases.length} (aims: recall 85 %, precision 95 %)`);
  console.log(`  ${''.padEnd(30)}${HALVES.map((half) => `${half}: orders  recall   quiet  precision`.padStart(40)).join('')}`);
  for (const dimension of halves[0]?.keys() ?? [])
    console.log(`  ${dimension.padEnd(30)}${halves.map((tallies) => cellsOf(tallies.get(dimension))).join('')}`);
}

function cellsOf(tally: Tally | undefined): string {
  if (tally === undefined) return ''.padStart(40);
  const cells = [String(tally.orders || '-').padStart(12), percent(recallOf(tally), 8), percent(quietShareOf(tally), 8)];
  return [...cells, percent(precisionOf(tally), 11)].join('').padStart(40);
}

function percent(value: number | undefined, width: number): string {
  return (value === undefined ? '-' : `${(100 * value).toFixed(1)} %`).padStart(width);
}

/** Wrong answers of the half that rules may be made with. */
function printWrong(cases: readonly JudgedCase[]): void {
  const shown = new Map<string, number>();
  console.log('\nGenerated texts of the half dev that are judged wrong');
  for (const { half, hostile, alarm, text, dimensions } of cases) {
    const [language = '', kind = ''] = dimensions;
    const count = shown.get(`${language} ${kind}`) ?? 0;
    if (half !== 'dev' || hostile === alarm || count >= SHOWN) continue;
    shown.set(`${language} ${kind}`, count + 1);
    console.log(`  ${hostile ? 'missed     ' : 'false alarm'}  ${dimensions.join(', ')}: ${text.replaceAll('\n', ' ')}`);
  }
}
