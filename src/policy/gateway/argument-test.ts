import { hostPattern } from '../../support/address.js';
import { TooLarge } from './argument-path.js';
import { CHARGES, type DecisionBudget } from './decision-budget.js';
import { fitsGlob } from './glob-work.js';
import { hostMatches, readHosts } from './hosts.js';
import { type ComparedPath, compared, liesUnder, normalPath, readPath } from './paths.js';
import type { ArgumentTest } from './policy.js';
import { Regex } from './regex.js';

/**
 * How sure a rule must be. A rule that denies or warns matches when some reading of the text matches, or when the text cannot be read.
 * A rule that allows matches only when every reading matches.
 */
export type Demand = 'some' | 'every';

/** Judges one text. Throws TooLarge for a text that is too long for patterns, TooMuchWork, and RE2's error for a bad pattern. */
export type TextTest = (text: string, demand: Demand, work: DecisionBudget) => boolean;

/** Longest text that is searched, in characters. */
export const SEARCHED_CHARACTERS = 65_536;

export function compileTest(test: ArgumentTest): TextTest {
  const { max_length } = test;
  const parts = [...patternTests(test), ...hostTests(test), ...pathTests(test)];
  return (text, demand, work) => {
    if (max_length !== undefined && text.length <= max_length) return false;
    if (parts.length === 0) return max_length !== undefined;
    if (text.length > SEARCHED_CHARACTERS) throw new TooLarge('an argument is too long to be judged');
    const before = work.unclear;
    const holds = parts.every((part) => part(text, demand, work));
    if (!holds) work.unclear = before;
    return holds;
  };
}

function patternTests({ glob, regex }: ArgumentTest): TextTest[] {
  const tests: TextTest[] = [];
  const globs = typeof glob === 'string' ? [glob] : glob;
  if (globs) tests.push((text, _, work) => globs.some((one) => fitsGlob(one, text, work)));
  if (regex !== undefined) {
    const compiled = new Regex(regex);
    tests.push((text, _, work) => compiled.isIn(text, work));
  }
  return tests;
}

function hostTests({ host_in, host_not_in }: ArgumentTest): TextTest[] {
  const among = (entries: readonly string[]) => {
    let patterns: readonly string[] | undefined;
    return (host: string, work: DecisionBudget) => {
      patterns ??= ready(entries, hostPattern, work);
      work.spend(patterns.length * (1 + host.length));
      return patterns.some((pattern) => hostMatches(host, pattern));
    };
  };
  const of =
    (holds: (host: string, work: DecisionBudget) => boolean): TextTest =>
    (text, demand, work) => {
      const { hosts, uncertain } = work.once('hosts', text, readHosts);
      const isMet = judge(hosts, uncertain, demand, (host) => holds(host, work));
      if (isMet && uncertain) work.unclear = 'no host can be told from an argument';
      return isMet;
    };
  const inside = host_in && among(host_in);
  const listed = host_not_in && among(host_not_in);
  return [...(inside ? [of(inside)] : []), ...(listed ? [of((host, work) => !listed(host, work))] : [])];
}

function pathTests({ path_under, path_not_under }: ArgumentTest): TextTest[] {
  const of = (folders: readonly string[], holds: (under: boolean) => boolean): TextTest => {
    let known: readonly ComparedPath[] | undefined;
    return (text, demand, work) => {
      known ??= ready(folders, (folder) => compared(normalPath(folder)), work);
      const normal = known;
      const { paths, uncertain } = work.once('paths', text, readPath);
      work.spend(paths.reduce((length, { forms: [path] }) => length + path.length, 1) * normal.length);
      return judge(
        paths.flatMap((path) => waysInto(path, normal)),
        uncertain,
        demand,
        holds,
      );
    };
  };
  return [...(path_under ? [of(path_under, (under) => under)] : []), ...(path_not_under ? [of(path_not_under, (under) => !under)] : [])];
}

/** Computed on first use: a list may be long, and its rule never reached. */
function ready<T>(entries: readonly string[], make: (entry: string) => T, work: DecisionBudget): readonly T[] {
  work.spend(entries.length * CHARGES.entry);
  return entries.map(make);
}

/** Whether the path is in one of the folders: by every way to compare paths, and by at least one way. */
function waysInto(path: ComparedPath, folders: readonly ComparedPath[]): boolean[] {
  const ways = folders.map((folder) => liesUnder(path, folder));
  return [ways.some(({ every }) => every), ways.some(({ some }) => some)];
}

function judge<T>(readings: readonly T[], uncertain: boolean, demand: Demand, holds: (reading: T) => boolean): boolean {
  return demand === 'some' ? uncertain || readings.some(holds) : !uncertain && readings.length > 0 && readings.every(holds);
}
