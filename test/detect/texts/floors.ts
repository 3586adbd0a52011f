import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quietShareOf, recallOf, type Tally } from './suite-figures.js';

/** One case in so many is judged by the test, and gives the floors. */
export const SAMPLE = 2;

/** What a dimension must reach; a side without cases has no floor. */
export interface Floor {
  recall?: number;
  quiet?: number;
}

/** One line a dimension: its name, recall, share of texts that stay quiet; `-` where there is nothing to count. */
export const floorsFile = join(dirname(fileURLToPath(import.meta.url)), 'floors.tsv');

/** The floors by dimension. */
export function readFloors(): Map<string, Floor> {
  const lines = readFileSync(floorsFile, 'utf8').split('\n').slice(0, -1);
  return new Map(
    lines.map((line) => {
      const [dimension = '', recall, quiet] = line.split('\t');
      return [dimension, { ...numbered('recall', recall), ...numbered('quiet', quiet) }];
    }),
  );
}

function numbered(key: keyof Floor, text: string | undefined): Floor {
  return text === undefined || text === '-' ? {} : { [key]: Number(text) };
}

/** The file that makes today's figures the floors, rounded down to two digits. */
export function floorsText(tallies: ReadonlyMap<string, Tally>): string {
  const shown = (value: number | undefined) => (value === undefined ? '-' : (Math.floor(value * 100 + 1e-9) / 100).toFixed(2));
  const lines = [...tallies].map(([dimension, tally]) => [dimension, shown(recallOf(tally)), shown(quietShareOf(tally))].join('\t'));
  return `${lines.sort().join('\n')}\n`;
}
