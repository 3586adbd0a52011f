import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MapShapes } from '../../../src/collect/iac/yaml/small-map.js';

test('a compact map says what the map said, in its order', () => {
  const shapes = new MapShapes();
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(fc.string(), fc.integer()), { selector: ([key]) => key, maxLength: 12 }), (pairs) => {
      const compact = shapes.compact(new Map(pairs));
      expect([...compact]).toEqual(pairs);
      expect([[...compact.keys()], [...compact.values()], compact.size]).toEqual([
        pairs.map(([key]) => key),
        pairs.map(([, value]) => value),
        pairs.length,
      ]);
      for (const [key, value] of pairs) expect([compact.has(key), compact.get(key)]).toEqual([true, value]);
      expect([compact.has('no such key of theirs'), compact.get('no such key of theirs')]).toEqual([false, undefined]);
      const told: unknown[] = [];
      compact.forEach((value, key) => void told.push([key, value]));
      expect(told).toEqual(pairs);
    }),
  );
});
