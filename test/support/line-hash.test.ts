import { describe, expect, it } from 'vitest';
import { lineHashes } from '../../src/support/line-hash.js';

const hashes = (text: string, count: number) => {
  const found = lineHashes(text, new Set(Array.from({ length: count }, (_, index) => index + 1)));
  return Array.from({ length: count }, (_, index) => found.get(index + 1));
};

describe("GitHub's line hash", () => {
  it('knows the hash of an empty file', () => {
    expect(hashes('', 1)).toEqual(['c129715d7a2bc9a3:1']);
  });

  it('leaves blanks out and treats all line ends alike', () => {
    const expected = ['271789c17abda88f:1', '54703d4cd895b18:1', '180aee12dab6264:1', 'a23a3dc5e078b07b:1'];
    expect(hashes(' a\nb\n  \t\tc\n d', 4)).toEqual(expected);
    expect(hashes(' a\r\nb\r\n  \t\tc\r\n d', 4)).toEqual(expected);
    expect(hashes(' a\rb\r  \t\tc\r d', 4)).toEqual(expected);
  });

  it('numbers equal lines, and gives nothing for lines the text lacks', () => {
    const line = `${'x'.repeat(120)}\n`;
    const [first, second] = hashes(line.repeat(4), 2);
    expect(first?.split(':')[0]).toBe(second?.split(':')[0]);
    expect([first, second].map((hash) => hash?.split(':')[1])).toEqual(['1', '2']);
    expect(lineHashes('a\n', new Set([9])).size).toBe(0);
  });

  it('survives lines moved down', () => {
    const body = `name: lodash\n${'filler '.repeat(40)}\n`;
    const before = lineHashes(body, new Set([1])).get(1);
    const after = lineHashes(`# note\n\n${body}`, new Set([3])).get(3);
    expect(after).toBe(before);
  });
});
