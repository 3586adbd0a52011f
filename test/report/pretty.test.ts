import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prettyJson } from '../../src/report/json/pretty.js';

const joined = (root: unknown) => [...prettyJson(root)].join('');

it('is what JSON.stringify indents by two, with a line feed', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4, noNullPrototype: true }), (root) => {
      expect(joined(root)).toBe(`${JSON.stringify(root, null, 2)}\n`);
    }),
  );
});

it('joins the batches of a long list', () => {
  const root = { before: [], items: Array.from({ length: 401 }, (_, index) => ({ index, names: ['a', `b\n${index}`] })), after: {} };
  expect(joined(root)).toBe(`${JSON.stringify(root, null, 2)}\n`);
  expect([...prettyJson(root)].length).toBeLessThan(30);
});
