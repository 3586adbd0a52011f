import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiteralAutomaton } from '../../../src/collect/secrets/automaton.js';

/** Bytes that are looked through at once. */
const PIECE = 64 * 1024;
const LITERALS = ['q~', 'he', 'she', 'hers', 'his', 'key', 'keys', 'eyj', '://', 'access_token$production$', 'token', '-----begin '];

function forbidden(): never {
  throw new Error('Wasm code generation disallowed by embedder');
}

/** Ends of each literal, found one by one. */
function oneByOne(text: string): string[] {
  const small = text.toLowerCase();
  const found: string[] = [];
  for (const literal of LITERALS)
    for (let at = small.indexOf(literal); at !== -1; at = small.indexOf(literal, at + 1)) found.push(`${at + literal.length} ${literal}`);
  return found.sort();
}

describe.each([
  ['compiled', new LiteralAutomaton(LITERALS)],
  ['interpreted', new LiteralAutomaton(LITERALS, () => undefined)],
  ['on a Node that may not compile', new LiteralAutomaton(LITERALS, forbidden)],
])('many literals at once, %s', (_how, automaton) => {
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

  it('are found across every border between the pieces that are looked through at once', () => {
    const filler = fc.constantFrom('.', 'k', 'ke', 'access_token$production$access_token$productio', '\0');
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 12 }),
        filler,
        fc.integer({ min: 1, max: 2 }),
        fc.integer({ min: 0, max: 80 }),
        (parts, fill, pieces, back) => {
          const before = pieces * PIECE - back;
          const text = fill.repeat(Math.ceil(before / fill.length)).slice(0, before) + parts.join('').repeat(3);
          const found: string[] = [];
          automaton.run(Buffer.from(text, 'latin1'), (literal, end) => found.push(`${end} ${LITERALS[literal]}`));
          expect(found.sort()).toEqual(oneByOne(text));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('are found however many there are', () => {
    const text = 'hershe'.repeat(5000);
    let found = 0;
    let last = 0;
    automaton.run(Buffer.from(text), (_literal, end) => {
      expect(end).toBeGreaterThanOrEqual(last);
      last = end;
      found++;
    });
    expect(found).toBe(oneByOne(text).length);
  });
});
