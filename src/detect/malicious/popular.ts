import { inflateRawSync } from 'node:zlib';
import { BloomFilter } from './bloom.js';
import { popularNames } from './data/popular-names.js';

/** What is known of an ecosystem's names; unpacked when first asked for. */
export interface Popular {
  /** True for a name in ordinary use; wrong for one in a hundred others. */
  isKnown(name: string): boolean;
  /** Names worth imitating, by length. */
  targets(length: number): readonly string[];
  /** Those whose letters, without separators, are these. */
  spelt(letters: string): readonly string[];
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
  let byLength: Map<number, string[]> | undefined;
  let byLetters: Map<string, string[]> | undefined;
  const all = () => inflateRawSync(Buffer.from(packed.targets, 'base64'), { maxOutputLength: 4_000_000 }).toString('utf8').split('\n');
  return {
    isKnown: (name) => filter.has(name),
    targets(length) {
      byLength ??= groupBy(all(), (name) => name.length);
      return byLength.get(length) ?? [];
    },
    spelt(letters) {
      byLetters ??= groupBy(all(), lettersOf);
      return byLetters.get(letters) ?? [];
    },
  };
}

/** A name without scope mark and separators: what the eye reads. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[-_.@/]/g, '');
}

function groupBy<K>(names: readonly string[], key: (name: string) => K): Map<K, string[]> {
  const groups = new Map<K, string[]>();
  for (const name of names) {
    const at = key(name);
    const known = groups.get(at);
    if (known) known.push(name);
    else groups.set(at, [name]);
  }
  return groups;
}
