import type { Options } from '../options.js';
import { emptyFigures, IAC_FLOORS, type IacFigures, measureIac, measureRealworld } from './measure.js';

/**
 * Prints how the labelled infrastructure code is judged, by format; the misses by name where formats are named. With `--check` the process
 * fails where recall, false alarms or what must be zero are not as they should be.
 */
export async function printIac({ check, formats }: Options): Promise<void> {
  const rows = await measureIac(formats);
  console.log('\nInfrastructure code');
  console.log(`  ${'format'.padEnd(16)}${HEAD.map((title) => title.padStart(11)).join('')}`);
  const total = emptyFigures();
  for (const [format, figures] of rows) {
    console.log(`  ${format.padEnd(16)}${cells(figures)}`);
    for (const [key, value] of Object.entries(figures)) if (typeof value === 'number') add(total, key, value);
  }
  console.log(`  ${'all'.padEnd(16)}${cells(total)}`);
  if (formats.length > 0) for (const { misses } of rows.values()) for (const miss of misses) console.log(`    ${miss.slice(0, 400)}`);
  const real = formats.length > 0 ? undefined : await measureRealworld();
  if (real) {
    console.log(`  public projects ${real.projects}, unread ${real.unread.length}`);
    for (const line of real.unread.slice(0, 20)) console.log(`    ${line.slice(0, 200)}`);
  }
  if (check && (isBelow(total) || (real?.unread.length ?? 0) > 0)) process.exitCode = 1;
}

const HEAD = ['cases', 'recall', '', 'line', 'alarms', '', 'unknown', 'raised', 'clean', 'bad'];

function cells(figures: IacFigures): string {
  const { cases, fails, found, placed, exact, quiet, falseAlarms, unknowns, said, raised, falseCleans, bad, named } = figures;
  const texts = [
    cases,
    `${found}/${fails}`,
    share(found, fails),
    share(exact, placed),
    `${falseAlarms}/${quiet}`,
    share(falseAlarms, quiet),
  ];
  return [...texts, `${said}/${unknowns}`, raised, falseCleans, `${named}/${bad}`].map((text) => String(text).padStart(11)).join('');
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

function add(total: IacFigures, key: string, value: number): void {
  Object.assign(total, { [key]: Number(total[key as keyof IacFigures]) + value });
}

function isBelow({ fails, found, quiet, falseAlarms, raised, falseCleans, bad, named }: IacFigures): boolean {
  const enough = found >= IAC_FLOORS.recall * fails && falseAlarms <= IAC_FLOORS.falseAlarms * quiet;
  return !enough || raised > 0 || falseCleans > 0 || named < bad;
}
