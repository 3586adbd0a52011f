import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { precisionOf, recallOf, silenceOf, type Tally } from './tally.js';

/** What a detector was measured at: shares of one, in steps of a thousandth, and how many cases they are of. */
export interface Figure {
  precision: number;
  recall: number;
  /** Share of harmless cases in which it was silent. */
  silence: number;
  cases: number;
}

const FILE = fileURLToPath(new URL('./figures.json', import.meta.url));

/** What a detector must be measured at, in precision and in silence, before a preset may let it take away or deny anything. */
export const LEAST_TO_DENY = 0.99;

/** The kept figures, by detector: the shipped effects of presets are held against them. */
export function keptFigures(): Record<string, Figure> {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Figure>;
}

export function keepFigures(tallies: readonly Tally[]): void {
  writeFileSync(FILE, `${JSON.stringify(figuresOf(tallies), undefined, 2)}\n`);
}

export function figuresOf(tallies: readonly Tally[]): Record<string, Figure> {
  return Object.fromEntries(tallies.map((tally) => [tally.detector, figureOf(tally)]));
}

function figureOf(tally: Tally): Figure {
  const { found, missed, quiet, alarms } = tally;
  const share = (value: number) => Math.floor(value * 1000) / 1000;
  return {
    precision: share(precisionOf(tally)),
    recall: share(recallOf(tally)),
    silence: share(silenceOf(tally)),
    cases: found + missed + quiet + alarms,
  };
}

/** The traffic that is recorded anew follows the installed packages, so that a share may move a little. */
const TOLERANCE = 0.005;

/** How measured figures differ from the kept ones, a line each. */
export function differences(measured: Record<string, Figure>, kept: Record<string, Figure>): string[] {
  return [...new Set([...Object.keys(measured), ...Object.keys(kept)])].flatMap((detector) => {
    const [now, before] = [measured[detector], kept[detector]];
    if (!now || !before) return [`${detector}: ${now ? 'not kept' : 'not measured'}`];
    return (['precision', 'recall', 'silence'] as const)
      .filter((share) => Math.abs(now[share] - before[share]) > TOLERANCE)
      .map((share) => `${detector}: ${share} is ${now[share]}, kept is ${before[share]}`);
  });
}
