/** Letters of a word beyond which it is not split: no word is longer. */
const LONGEST_WORD = 100;
const CONTINUES = '##';
const MARKS = /\p{M}+/gu;
const UNITS = /[\p{L}\p{N}]+|[^\s\p{C}]/gu;
/** Written without blanks between words: each sign is a word. */
const IDEOGRAPHS = /(?=\p{Script=Han})|(?<=\p{Script=Han})/u;

/**
 * A vocabulary of pieces of words, numbered from 1, into which texts are split without regard to case and accents (WordPiece: Schuster and
 * Nakajima, Japanese and Korean voice search, 2012; with the rules of BERT's uncased vocabularies, by which `##` begins what goes on in a
 * word).
 */
export class WordPieces {
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(vocabulary: readonly string[]) {
    this.numbers = new Map(vocabulary.map((piece, index) => [piece, index + 1]));
  }

  /** The numbers of a text's first pieces; 0 stands for a word that cannot be put together. */
  piecesOf(text: string, most: number): number[] {
    const pieces: number[] = [];
    for (const [unit] of text.toLowerCase().normalize('NFD').replace(MARKS, '').matchAll(UNITS)) {
      for (const word of unit.length > 1 ? unit.split(IDEOGRAPHS) : [unit]) this.add(word, pieces);
      if (pieces.length >= most) return pieces.slice(0, most);
    }
    return pieces;
  }

  /** The longest piece that a word begins with, then the longest that goes on from there, to its end. */
  private add(word: string, pieces: number[]): void {
    if (word.length > LONGEST_WORD) {
      pieces.push(0);
      return;
    }
    const before = pieces.length;
    for (let start = 0; start < word.length; ) {
      let end = word.length;
      let number: number | undefined;
      for (; end > start; end--) {
        number = this.numbers.get(start === 0 ? word.slice(0, end) : CONTINUES + word.slice(start, end));
        if (number !== undefined) break;
      }
      if (number === undefined) {
        pieces.length = before;
        pieces.push(0);
        return;
      }
      pieces.push(number);
      start = end;
    }
  }
}
