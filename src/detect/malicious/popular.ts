import { inflateRawSync } from 'node:zlib';
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
  /** Every target whose letters are these or one step from them, and some others. */
  near(letters: string): readonly Target[];
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
  return {
    isKnown: (name) => filter.has(name),
    isTarget: (name) => tiers().all.has(name),
    isTop: (name) => tiers().top.has(name),
    near: (letters) => index().near(letters),
  };
}

function unpackTiers(targets: string): { top: ReadonlySet<string>; all: ReadonlySet<string> } {
  const text = inflateRawSync(Buffer.from(targets, 'base64'), { maxOutputLength: 4_000_000 }).toString('utf8');
  const [top = [], others = []] = text.split('\n\n').map((tier) => tier.split('\n'));
  return { top: new Set(top), all: new Set([...top, ...others]) };
}

/**
 * Finds targets by two letters at either end and the length. One step touches two neighbours at most, so of five letters or more
 * one end stays whole, and names one step apart share a key. Keys are numbers, as a scan pays for making them.
 */
class TargetIndex {
  private readonly byEnds = new Map<number, Target[]>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const target = { name, letters: lettersOf(name) };
      const { length } = target.letters;
      add(this.byEnds, startKey(target.letters, length), target);
      add(this.byEnds, endKey(target.letters, length), target);
    }
  }

  near(letters: string): Target[] {
    const keys = [0, -1, 1].flatMap((longer) => [startKey(letters, letters.length + longer), endKey(letters, letters.length + longer)]);
    return keys.flatMap((key) => this.byEnds.get(key) ?? []);
  }
}

function startKey(letters: string, length: number): number {
  return (length * 2 * 256 + (letters.charCodeAt(0) & 255)) * 256 + (letters.charCodeAt(1) & 255);
}

function endKey(letters: string, length: number): number {
  return ((length * 2 + 1) * 256 + (letters.charCodeAt(letters.length - 2) & 255)) * 256 + (letters.charCodeAt(letters.length - 1) & 255);
}

function add(index: Map<number, Target[]>, key: number, target: Target): void {
  const known = index.get(key);
  if (known) known.push(target);
  else index.set(key, [target]);
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
