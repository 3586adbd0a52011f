import { lazily } from '../../../support/lazily.js';
import { Lookout, lookoutTable } from './lookout.js';
import { neededBy } from './needed.js';
import { sparedBeforehand } from './spared-beforehand.js';
import { hashOn, noHash } from './vocabulary.js';

/** A pattern that is looked for only in texts that have some string without which it cannot match. */
export interface Sparing {
  test(text: string): boolean;
  exec(text: string): RegExpExecArray | null;
}

/** All patterns that came here, for whoever tests that none is spared that matches, or makes their table. */
export const sparedPatterns: { pattern: RegExp; sparing: Sparing }[] = [];

const beforehand = sparedBeforehand();
const madeLookout = lazily(() => new Lookout(beforehand.table()));

/** Those that the build did not know. */
const strings: (readonly string[])[] = [];
let lookout: Lookout | undefined;

/** A pattern over clean text, behind the strings that it needs; itself where it needs none. */
export function sparing(pattern: RegExp): Sparing {
  const mayMatch = gateOf(pattern);
  const spared: Sparing =
    mayMatch === undefined
      ? pattern
      : {
          test: (text) => mayMatch(text) && pattern.test(text),
          exec: (text) => (mayMatch(text) ? pattern.exec(text) : null),
        };
  sparedPatterns.push({ pattern, sparing: spared });
  return spared;
}

function gateOf(pattern: RegExp): ((text: string) => boolean) | undefined {
  const number = beforehand.numbers.get(patternKey(pattern));
  if (number !== undefined) return number < 0 ? undefined : (text) => madeLookout().mayMatch(number, text);
  const needed = neededBy(pattern);
  if (needed === undefined) return undefined;
  const own = strings.push(needed) - 1;
  lookout = undefined;
  return (text) => {
    lookout ??= new Lookout(lookoutTable(strings));
    return lookout.mayMatch(own, text);
  };
}

/** Names a pattern where the build knows all that there are. */
export function patternKey({ source, flags }: RegExp): number {
  let hash = noHash;
  for (let at = 0; at < source.length; at++) hash = hashOn(hash, source.charCodeAt(at));
  for (let at = 0; at < flags.length; at++) hash = hashOn(hash, flags.charCodeAt(at));
  return hash;
}
