import { dataFile } from '../../support/data-file.js';
import { inflateRaw } from '../../support/inflate.js';
import { BloomFilter } from './bloom.js';
import { popularNames } from './data/popular-names.js';
import { TargetIndex } from './target-index.js';

/** The known names of an ecosystem; unpacked on first use. */
export interface Popular {
  /** True for a popular name; wrong for one in a hundred others. */
  isKnown(name: string): boolean;
  /** True for the most used of the names worth imitating. */
  isTop(name: string): boolean;
  /** Names worth imitating. */
  readonly targets: TargetIndex;
}

const unpacked = new Map<string, Popular | undefined>();

/** Names of an ecosystem; undefined for ecosystems without data. */
export function popularIn(ecosystem: string): Popular | undefined {
  if (!unpacked.has(ecosystem)) unpacked.set(ecosystem, Object.hasOwn(popularNames, ecosystem) ? unpack(ecosystem) : undefined);
  return unpacked.get(ecosystem);
}

function unpack(ecosystem: string): Popular | undefined {
  const packed = popularNames[ecosystem];
  if (!packed) return undefined;
  const bundled = new Set(ecosystem === 'RubyGems' ? dataFile('bundled-gems.txt') : []);
  const filter = new BloomFilter(Buffer.from(packed.known, 'base64'), packed.hashes);
  let targets: TargetIndex | undefined;
  return {
    isKnown: (name) => filter.has(name) || bundled.has(name),
    isTop(name) {
      return this.targets.isTop(name);
    },
    get targets() {
      targets ??= unpackTargets(packed.targets);
      return targets;
    },
  };
}

function unpackTargets(packed: string): TargetIndex {
  const text = inflateRaw(Buffer.from(packed, 'base64'), 4_000_000).toString('utf8');
  const [top = [], others = []] = text.split('\n\n').map((tier) => tier.split('\n'));
  return new TargetIndex([...top, ...others], top.length);
}
