import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Outline, OutlineReader } from '../../src/client/json-outline.js';

function outline(text: string, piece = text.length): Outline {
  const reader = new OutlineReader();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += Math.max(piece, 1)) reader.add(bytes.subarray(at, at + Math.max(piece, 1)));
  return reader.end();
}

describe('the outline of a JSON text', () => {
  it('has the members of the root, and the texts among them, wherever the text is cut', () => {
    const text = JSON.stringify({
      bomFormat: 'CycloneDX',
      version: 1,
      'a"b\\': 'é\n',
      metadata: { bomFormat: 'other' },
      list: ['x', { y: 'z' }],
      last: null,
    });
    for (const piece of [1, 2, 3, 7, 1000]) {
      const { members, ...rest } = outline(text, piece);
      expect(rest).toEqual({ roots: 1, kind: 'object', whole: true });
      expect([...members.keys()]).toEqual(['bomFormat', 'version', 'a\\"b\\\\', 'metadata', 'list', 'last']);
      expect(members.get('bomFormat')).toBe('CycloneDX');
    }
  });

  it('is whole for every JSON value, and for none that is cut short', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        expect(outline(text)).toMatchObject({ roots: 1, whole: true });
        if (/^[[{"]/.test(text)) expect(outline(text.slice(0, at % text.length)).whole).toBe(false);
      }),
    );
  });

  it.each([
    ['a second member after the root', '{"runs":[]},"complete":true'],
    ['a bracket too many', '{"runs":[]}}'],
    ['brackets that cross', '{"runs":[}]'],
    ['an open text', '{"runs":"'],
    ['nothing', '  '],
  ])('is not whole with %s', (_, text) => {
    expect(outline(text).whole).toBe(false);
  });

  it('counts the roots of JSON Lines', () => {
    expect(outline('{"a":1}\n{"b":2}\n')).toMatchObject({ roots: 2, kind: 'object', whole: true });
    expect(outline('{"a":1}{"b":2}').roots).toBe(2);
    expect(outline('12 true "x" null').roots).toBe(4);
  });
});
