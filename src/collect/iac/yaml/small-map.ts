/** Larger maps find their keys sooner as what JavaScript has. */
const MOST_KEYS = 8;
/** Lists of keys that are remembered. */
const MOST_SHAPES = 10_000;

/** Makes maps that last take a third of the memory: those with the same keys in the same order share them. */
export class MapShapes {
  private readonly shapes = new Map<string, readonly string[]>();

  /** What `entries` says, in its order. Nobody may change `entries` afterwards. */
  compact<Value>(entries: Map<string, Value>): ReadonlyMap<string, Value> {
    if (entries.size > MOST_KEYS) return entries;
    return new SmallMap(this.keys([...entries.keys()]), [...entries.values()]);
  }

  private keys(keys: readonly string[]): readonly string[] {
    const shape = JSON.stringify(keys);
    const known = this.shapes.get(shape);
    if (known) return known;
    if (this.shapes.size < MOST_SHAPES) this.shapes.set(shape, keys);
    return keys;
  }
}

class SmallMap<Value> implements ReadonlyMap<string, Value> {
  constructor(
    private readonly names: readonly string[],
    private readonly all: readonly Value[],
  ) {}

  get size(): number {
    return this.names.length;
  }

  get(key: string): Value | undefined {
    const at = this.names.indexOf(key);
    return at === -1 ? undefined : this.all[at];
  }

  has(key: string): boolean {
    return this.names.includes(key);
  }

  keys(): MapIterator<string> {
    return this.names.values() as MapIterator<string>;
  }

  values(): MapIterator<Value> {
    return this.all.values() as MapIterator<Value>;
  }

  entries(): MapIterator<[string, Value]> {
    return this.names.map((name, at): [string, Value] => [name, this.all[at] as Value]).values() as MapIterator<[string, Value]>;
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  forEach(call: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this.entries()) call(value, key, this);
  }
}
