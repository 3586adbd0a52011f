import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankJsonc, keyTree } from '../../../src/collect/lockfiles/syntax/json-keys.js';

describe('positions of JSON keys', () => {
  it('gives the line of each key, as deep as objects are nested', () => {
    const { root } = keyTree('{\n  "a": {\n    "b": 1,\n    "c": { "d": [] }\n  },\n  "e": "a"\n}');
    expect(root.members.get('a')?.line).toBe(2);
    expect(root.members.get('a')?.members.get('c')?.members.get('d')?.line).toBe(4);
    expect(root.members.get('e')?.line).toBe(6);
  });

  it('passes over lists and what is in them', () => {
    const { root } = keyTree('{"a": [{"b": 1}, {"b": {"c": 1}}], "d": {"e": 1}}');
    expect([...root.members.keys()]).toEqual(['a', 'd']);
    expect(root.members.get('a')?.members.size).toBe(0);
  });

  it('names keys that an object has twice', () => {
    expect(keyTree('{"a": 1,\n"b": {"a": 1},\n"a": 2}').repeated).toEqual([{ key: 'a', line: 3 }]);
  });

  it('finds the same keys as JSON.parse', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const { root, repeated } = keyTree(JSON.stringify(value, null, 1));
        expect([...root.members.keys()].sort()).toEqual(Object.keys(value).sort());
        for (const [key, inner] of Object.entries(value)) {
          expect([...(root.members.get(key)?.members.keys() ?? [])].sort()).toEqual(Object.keys(inner).sort());
        }
        expect(repeated).toEqual([]);
      }),
    );
  });
});

describe('JSON with comments and trailing commas', () => {
  it('becomes JSON of the same length and lines', () => {
    const text = '{\n  // one, "two"\n  "a": [1, 2, /* , } */ ], // end\n  "b": "// no /* comment */ ,}",\n}\n';
    const plain = blankJsonc(text);
    expect(JSON.parse(plain)).toEqual({ a: [1, 2], b: '// no /* comment */ ,}' });
    expect(plain.length).toBe(text.length);
    expect(plain.split('\n').length).toBe(text.split('\n').length);
  });

  it('does not make JSON of what is none', () => {
    for (const text of ['{"a": 1 /* open', '{,}{', '[1,,]', '{"a" 1}']) expect(() => JSON.parse(blankJsonc(text)), text).toThrow();
  });

  it('leaves JSON as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 2);
        expect(blankJsonc(text)).toBe(text);
      }),
    );
  });
});
