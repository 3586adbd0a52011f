import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentShapes, isTooDeep, MAX_ARGUMENT_DEPTH } from '../../src/support/argument-shape.js';

const KEY = Buffer.alloc(32, 7);
const shapes = (args: Record<string, unknown>, key: Uint8Array = KEY) => argumentShapes(args, key);

describe('what is kept of the arguments of a call', () => {
  it.each<[unknown, string, number]>([
    ['hello', 'string', 5],
    ['', 'string', 0],
    [42, 'number', 2],
    [-0.5, 'number', 4],
    [true, 'boolean', 4],
    [null, 'null', 4],
    [[1, [2, 3]], 'array', 2],
    [[], 'array', 0],
    [{ a: 1, b: { c: 2 } }, 'object', 2],
    [{}, 'object', 0],
  ])('of %j: %s, %i', (value, kind, length) => {
    expect(shapes({ x: value })).toEqual([{ name: 'x', kind, length, hash: expect.stringMatching(/^[0-9a-f]{16}$/) }]);
  });

  it('is nothing of a value, and no name that is a secret', () => {
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    const kept = JSON.stringify(shapes({ token: secret, [secret]: 1, deep: { list: [secret] } }));
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(secret.slice(4, 24));
    expect(shapes({ ['n'.repeat(5000)]: 1 })[0]?.name).toHaveLength(100);
  });

  it('is the first hundred of them', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`a${at}`, at]));
    expect(shapes(many).map(({ name }) => name)).toEqual(Object.keys(many).slice(0, 100));
  });

  it('tells alike from different values, and only whoever has the key can compare them', () => {
    const hash = (value: unknown, key?: Uint8Array) => shapes({ x: value }, key)[0]?.hash;
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(hash(one) === hash(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
        expect(hash(one, Buffer.alloc(32, 8))).not.toBe(hash(one));
      }),
    );
  });

  it('is refused beyond a depth, however it is nested', () => {
    const nested = (depth: number, wrap: (inner: unknown) => unknown) => {
      let value: unknown = {};
      for (let level = 0; level < depth; level++) value = wrap(value);
      return value;
    };
    for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ a: 1, inner })]) {
      expect(isTooDeep(nested(MAX_ARGUMENT_DEPTH, wrap))).toBe(false);
      expect(isTooDeep(nested(MAX_ARGUMENT_DEPTH + 1, wrap))).toBe(true);
      expect(isTooDeep(nested(20_000, wrap))).toBe(true);
    }
  });
});
