import type { IacValue } from '../../../../model/iac.js';

/** Entries that are worked out when they are read: outputs of a module may hang on each other through another module. */
export class LazyEntries implements ReadonlyMap<string, IacValue> {
  constructor(private readonly thunks: ReadonlyMap<string, () => IacValue>) {}

  get size(): number {
    return this.thunks.size;
  }

  get(key: string): IacValue | undefined {
    return this.thunks.get(key)?.();
  }

  has(key: string): boolean {
    return this.thunks.has(key);
  }

  keys(): MapIterator<string> {
    return this.thunks.keys();
  }

  values(): MapIterator<IacValue> {
    return this.all().values();
  }

  entries(): MapIterator<[string, IacValue]> {
    return this.all().entries();
  }

  [Symbol.iterator](): MapIterator<[string, IacValue]> {
    return this.entries();
  }

  forEach(each: (value: IacValue, key: string, map: ReadonlyMap<string, IacValue>) => void): void {
    for (const [key, value] of this) each(value, key, this);
  }

  private all(): Map<string, IacValue> {
    return new Map([...this.thunks].map(([key, thunk]) => [key, thunk()]));
  }
}
