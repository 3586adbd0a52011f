import { isGlued, isWordUnit } from './letters.js';
import { hashOn, noHash, vocabulary, wordAt } from './vocabulary.js';

/**
 * The words of a text in order: letters and digits in a row, each by its number in the vocabulary, with where it starts and ends. In scripts
 * whose words are glued together no word is told from the next.
 */
export class Words {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  private numbers: number[] = [];
  private age = vocabulary.age;

  private constructor(readonly text: string) {}

  static of(text: string): Words {
    vocabulary.makeRoom();
    const words = new Words(text);
    words.read(0, text.length);
    return words;
  }

  /** The number of each word, for as long as nothing else is read; what was forgotten since is read anew. */
  get list(): readonly number[] {
    if (this.age !== vocabulary.age) {
      this.age = vocabulary.age;
      this.numbers = [];
      for (let index = 0; index < this.starts.length; index++)
        this.numbers.push(wordAt(this.text, this.starts[index] as number, this.ends[index] as number));
    }
    return this.numbers;
  }

  /** The words of a part of the text, as of a text by itself: what is cut in the middle is another word. */
  within(from: number, to: number): Words {
    const { list, starts, ends } = this;
    const part = new Words(this.text.slice(from, to));
    for (let index = this.firstBehind(from); index < list.length; index++) {
      const start = starts[index] as number;
      if (start >= to) break;
      const end = ends[index] as number;
      if (start >= from && end <= to) part.push(list[index] as number, start - from, end - from);
      else part.read(Math.max(start, from) - from, Math.min(end, to) - from);
    }
    return part;
  }

  private push(word: number, start: number, end: number): void {
    this.numbers.push(word);
    this.starts.push(start);
    this.ends.push(end);
  }

  /** Takes in the words of a stretch of the text. */
  private read(from: number, to: number): void {
    const { text } = this;
    for (let at = from; at < to; at++) {
      let code = text.charCodeAt(at);
      if (!isOfWord(code)) continue;
      const start = at;
      let hash = noHash;
      do {
        hash = hashOn(hash, code);
        code = ++at < to ? text.charCodeAt(at) : 0;
      } while (isOfWord(code));
      this.push(vocabulary.wordAt(text, start, at, hash), start, at);
    }
  }

  /** Index of the first word that ends behind an offset. */
  private firstBehind(offset: number): number {
    const { ends } = this;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => (isWordUnit(code) ? 1 : 0));

function isOfWord(code: number): boolean {
  return code < 128 ? ASCII[code] === 1 : isWordUnit(code) && !isGlued(code);
}
