import { inflateRaw } from '../../support/inflate.js';
import { BloomFilter } from './bloom.js';
import { popularNames } from './data/popular-names.js';

/** A name worth imitating. */
export interface Target {
  name: string;
  /** The name without separators. */
  letters: string;
}

/** What is known of an ecosystem's names; unpacked when first asked for. */
export interface Popular {
  /** True for a name in ordinary use; wrong for one in a hundred others. */
  isKnown(name: string): boolean;
  isTarget(name: string): boolean;
  /** True for the most used of the targets. */
  isTop(name: string): boolean;
  /** Targets of the same words in any order, by `wordsOf(name).key`. */
  ofWords(key: string): readonly string[];
  /** Targets with exactly these letters. */
  spelt(letters: string): readonly Target[];
  /** Every target whose letters are one step from these, and some others; visited in a fixed order until `visit` gives true. */
  near(letters: string, visit: (target: Target) => boolean): void;
}

const unpacked = new Map<string, Popular | undefined>();

/** Names of an ecosystem; undefined where we have none. */
export function popularIn(ecosystem: string): Popular | undefined {
  if (!unpacked.has(ecosystem)) unpacked.set(ecosystem, Object.hasOwn(popularNames, ecosystem) ? unpack(ecosystem) : undefined);
  return unpacked.get(ecosystem);
}

function unpack(ecosystem: string): Popular | undefined {
  const packed = popularNames[ecosystem];
  if (!packed) return undefined;
  const filter = new BloomFilter(Buffer.from(packed.known, 'base64'), packed.hashes);
  const tiers = once(() => unpackTiers(packed.targets));
  const index = once(() => new TargetIndex(tiers().all));
  const words = once(() => byWords(tiers().all));
  return {
    isKnown: (name) => filter.has(name),
    isTarget: (name) => tiers().all.has(name),
    isTop: (name) => tiers().top.has(name),
    ofWords: (key) => words().get(key) ?? NO_NAMES,
    spelt: (letters) => index().spelt(letters),
    near: (letters, visit) => index().near(letters, visit),
  };
}

function unpackTiers(targets: string): { top: ReadonlySet<string>; all: ReadonlySet<string> } {
  const text = inflateRaw(Buffer.from(targets, 'base64'), 4_000_000).toString('utf8');
  const [top = [], others = []] = text.split('\n\n').map((tier) => tier.split('\n'));
  return { top: new Set(top), all: new Set([...top, ...others]) };
}

const NONE: readonly Target[] = [];
const NO_NAMES: readonly string[] = [];
/** One step adds a letter, drops one or keeps their number. */
const LENGTHS = [0, -1, 1];

/**
 * Finds targets by two letters at either end and the length. One step touches two neighbours at most, so of five letters or more
 * one end stays whole, and names one step apart share a key. Keys are numbers, as a scan pays for making them.
 */
class TargetIndex {
  private readonly byEnds = new Map<number, Target[]>();
  private readonly byLetters = new Map<string, Target[]>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const target = { name, letters: lettersOf(name) };
      const { length } = target.letters;
      add(this.byEnds, startKey(target.letters, length), target);
      add(this.byEnds, endKey(target.letters, length), target);
      add(this.byLetters, target.letters, target);
    }
  }

  spelt(letters: string): readonly Target[] {
    return this.byLetters.get(letters) ?? NONE;
  }

  near(letters: string, visit: (target: Target) => boolean): void {
    for (const longer of LENGTHS) {
      const length = letters.length + longer;
      if (this.visit(startKey(letters, length), visit) || this.visit(endKey(letters, length), visit)) return;
    }
  }

  private visit(key: number, visit: (target: Target) => boolean): boolean {
    return this.byEnds.get(key)?.some(visit) ?? false;
  }
}

function startKey(letters: string, length: number): number {
  return (length * 2 * 256 + (letters.charCodeAt(0) & 255)) * 256 + (letters.charCodeAt(1) & 255);
}

function endKey(letters: string, length: number): number {
  return ((length * 2 + 1) * 256 + (letters.charCodeAt(letters.length - 2) & 255)) * 256 + (letters.charCodeAt(letters.length - 1) & 255);
}

function add<Key, Value>(index: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = index.get(key);
  if (known) known.push(value);
  else index.set(key, [value]);
}

/** What stands between the words of a name. */
export const SEPARATOR = /[-_.]/;
const SEPARATORS = /[-_.]/g;
const MAX_WORDS = 4;

/** The words of a name of two to four, and a key that is the same in any order; undefined for other names. */
export function wordsOf(name: string): { key: string; count: number } | undefined {
  if (!SEPARATOR.test(name)) return undefined;
  const words = name.split(SEPARATORS);
  return words.length > MAX_WORDS ? undefined : { key: words.sort().join(' '), count: words.length };
}

function byWords(names: Iterable<string>): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const name of names) {
    const words = wordsOf(name);
    if (words) add(index, words.key, name);
  }
  return index;
}

/** A name without scope mark and separators: what the eye reads. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[-_.@/]/g, '');
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
