import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WordPieces } from '../../../src/detect/text/opinion/word-pieces.js';

const vocabulary = ['send', 'un', '##send', '##able', 'cafe', ',', '.', '中', '文', 'a', '##a', 'b', '##b'];
const pieces = new WordPieces(vocabulary);
const read = (text: string, most = 64) => pieces.piecesOf(text, most).map((number) => (number === 0 ? '?' : vocabulary[number - 1]));

describe('pieces of words', () => {
  it.each([
    ['Send', ['send']],
    ['UNSENDABLE.', ['un', '##send', '##able', '.']],
    ['Café, send', ['cafe', ',', 'send']],
    ['中文', ['中', '文']],
    ['unknown send', ['?', 'send']],
    ['', []],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  it('are the longest that a word begins with', () => expect(read('unsend')).toEqual(['un', '##send']));

  it('end at as many as are asked for', () => expect(read('send, send, send', 3)).toEqual(['send', ',', 'send']));

  it('make up the word again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 90 }), (word) => {
        expect(
          read(word, 100)
            .map((piece) => piece?.replace('##', ''))
            .join(''),
        ).toBe(word);
      }),
    );
  });

  it('of a long run of letters are one unknown word', () => expect(read('a'.repeat(1_000_000))).toEqual(['?']));
});
