import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiteralAutomaton } from '../../../src/collect/secrets/automaton.js';

const LITERALS = ['q~', 'he', 'she', 'hers', 'his', 'key', 'keys', 'eyj', '://', 'access_token$production$', 'token', '-----begin '];

/** Ends of each literal, found one by one. */
function oneByOne(text: string): string[] {
  const small = text.toLowerCase();
  const found: string[] = [];
  for (const literal of LITERALS)
    for (let at = small.indexOf(literal); at !== -1; at = small.indexOf(literal, at + 1)) found.push(`${at + literal.length} ${literal}`);
  return found.sort();
}

describe('many literals at once', () => {
  const automaton = new LiteralAutomaton(LITERALS);

  it.each([
    'ushers and their keys',
    'SHE saw HIS Keys at HTTPS://x, access_Token$production$access_token$production',
    'kekeyjeyjkey',
    '-----BEGIN -----begin',
    '\u00c5\u00e5 k\u00e9y [key] {KEY} @key `she`',
    '',
  ])('are found where each alone is: %s', (text) => {
    const found: string[] = [];
    automaton.run(Buffer.from(text, 'latin1'), (literal, end) => found.push(`${end} ${LITERALS[literal]}`));
    expect(found.sort()).toEqual(oneByOne(text));
  });

  const part = fc.constantFrom(
    ...LITERALS,
    ...LITERALS.map((literal) => literal.toUpperCase()),
    'k',
    'e',
    ':',
    '/',
    ' ',
    'xyz',
    '\u00e9',
    '\0',
  );

  it('are found wherever they stand, and wherever the text begins in memory', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 0, max: 5 }), (parts, before) => {
        const text = parts.join('');
        const found: string[] = [];
        const memory = Buffer.from('?'.repeat(before) + text, 'latin1');
        automaton.run(memory.subarray(before), (literal, end) => found.push(`${end} ${LITERALS[literal]}`));
        expect(found.sort()).toEqual(oneByOne(text));
      }),
    );
  });
});
