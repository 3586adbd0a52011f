import { isGlued, isWordUnit } from './letters.js';
import { hashOn, noHash, vocabulary, wordAt } from './vocabulary.js';

/** The words of a whole text, where each starts and ends, and the age of the vocabulary that they are numbers of. */
interface Page {
  readonly text: string;
  numbers: number[];
  readonly starts: number[];
  readonly ends: number[];
  age: number;
}

/**
 * The words of a text in order: letters and digits in a row, each by its number in the vocabulary, with where it starts and ends. In scripts
 * whose words are glued together no word is told from the next. The sentences of a text are read once, with the text.
 */
export class Words {
  private constructor(
    readonly text: string,
    private readonly page: Page,
    /** Place of the text in that of the page, index of its first word there, and how many it has. */
    private readonly base: number,
    private readonly first: number,
    readonly count: number,
  ) {}

  static of(text: string): Words {
    vocabulary.makeRoom();
    return Words.read(text);
  }

  private static read(text: string): Words {
    const page = pageOf(text);
    return new Words(text, page, 0, 0, page.starts.length);
  }

  /** The number of a word, for as long as nothing else is read. */
  number(index: number): number {
    const { page } = this;
    if (page.age !== vocabulary.age) readAgain(page);
    return page.numbers[this.first + index] as number;
  }

  start(index: number): number {
    return (this.page.starts[this.first + index] as number) - this.base;
  }

  end(index: number): number {
    return (this.page.ends[this.first + index] as number) - this.base;
  }

  /** The words of a part of the text, as of a text by itself: what is cut in the middle is another word. */
  within(from: number, to: number): Words {
    const text = this.text.slice(from, to);
    const first = this.firstBehind(from);
    const end = this.firstBehind(to);
    const isCut = (first < this.count && this.start(first) < from) || (end < this.count && this.start(end) < to);
    return isCut ? Words.read(text) : new Words(text, this.page, this.base + from, this.first + first, end - first);
  }

  /** Index of the first word that ends behind an offset. */
  private firstBehind(offset: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.end(middle) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function pageOf(text: string): Page {
  const page: Page = { text, numbers: [], starts: [], ends: [], age: vocabulary.age };
  const { numbers, starts, ends } = page;
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at);
    if (!isOfWord(code)) continue;
    const start = at;
    let hash = noHash;
    do {
      hash = hashOn(hash, code);
      code = ++at < text.length ? text.charCodeAt(at) : 0;
    } while (isOfWord(code));
    numbers.push(vocabulary.wordAt(text, start, at, hash));
    starts.push(start);
    ends.push(at);
  }
  return page;
}

/** What was forgotten since. */
function readAgain(page: Page): void {
  page.numbers = page.starts.map((start, index) => wordAt(page.text, start, page.ends[index] as number));
  page.age = vocabulary.age;
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => (isWordUnit(code) ? 1 : 0));

function isOfWord(code: number): boolean {
  return code < 128 ? ASCII[code] === 1 : isWordUnit(code) && !isGlued(code);
}
