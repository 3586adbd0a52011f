import { isInvisible, isMixedScript, isWordUnit, lookAlike } from './letters.js';

/** How the text was disguised; a reader of the raw text sees something else than a program that normalises it. */
export type Disguise = 'invisible' | 'look-alike' | 'compatibility';

/** Text made comparable: lower case, one script, no invisible characters, single spaces. */
export interface Clean {
  text: string;
  /** Disguises met, with their place in `text`. */
  disguises: readonly { kind: Disguise; at: number }[];
  /** Offset in the raw text of an offset in `text`. */
  rawOffset(at: number): number;
}

const PLAIN = /^[\x20-\x7e]*$/;
const RUN = / {2}/;

/** Makes `raw` comparable. `base` is added to the offsets it reports. */
export function cleanText(raw: string, base = 0): Clean {
  if (PLAIN.test(raw) && !RUN.test(raw)) {
    return { text: raw.toLowerCase(), disguises: [], rawOffset: (at) => base + at };
  }
  return new Cleaner(raw, base).run();
}

class Cleaner {
  private readonly out: string[] = [];
  private readonly offsets: number[] = [];
  private readonly disguises: { kind: Disguise; at: number }[] = [];
  private wordStart = 0;
  private wordRaw = '';

  constructor(
    private readonly raw: string,
    private readonly base: number,
  ) {}

  run(): Clean {
    let at = 0;
    for (const char of this.raw) {
      this.take(char, at);
      at += char.length;
    }
    this.endWord();
    const { offsets, base, raw } = this;
    return {
      text: this.out.join(''),
      disguises: this.disguises,
      rawOffset: (index) => base + (offsets[index] ?? raw.length),
    };
  }

  private take(char: string, at: number): void {
    if (char <= ' ' || /^\s$/.test(char)) {
      this.space(at);
      return;
    }
    if (isInvisible(char)) {
      // A joiner after a letter of its own script, a mark in prose or an emoji selector is honest; inside a Latin word it is not.
      if (this.insideWord(at, char.length)) this.disguises.push({ kind: 'invisible', at: this.out.length });
      return;
    }
    const plain = char < '\u0080' ? char : normal(char);
    if (plain !== char && /^[a-z]$/i.test(plain)) this.disguises.push({ kind: 'compatibility', at: this.out.length });
    for (const unit of plain.toLowerCase()) this.push(unit, at);
  }

  private space(at: number): void {
    this.endWord();
    if (this.out.length > 0 && this.out.at(-1) !== ' ') this.emit(' ', at);
  }

  private insideWord(at: number, length: number): boolean {
    return LATIN_OR_CYRILLIC.test(this.raw[at - 1] ?? '') && LATIN_OR_CYRILLIC.test(this.raw[at + length] ?? '');
  }

  private push(char: string, at: number): void {
    if (!isWordUnit(char.charCodeAt(0))) this.endWord();
    else {
      if (this.wordRaw === '') this.wordStart = this.out.length;
      this.wordRaw += char;
    }
    this.emit(char, at);
  }

  private endWord(): void {
    if (this.wordRaw.length > 1 && isMixedScript(this.wordRaw)) this.fold();
    this.wordRaw = '';
  }

  private fold(): void {
    for (let at = this.wordStart; at < this.out.length; at++) {
      const char = this.out[at] ?? '';
      this.out[at] = lookAlike(char) ?? char;
    }
    this.disguises.push({ kind: 'look-alike', at: this.wordStart });
  }

  /** One entry of `out` per UTF-16 unit, so that offsets stay aligned. */
  private emit(char: string, at: number): void {
    for (let index = 0; index < char.length; index++) {
      this.out.push(char[index] ?? '');
      this.offsets.push(at);
    }
  }
}

const LATIN_OR_CYRILLIC = /^[a-zA-Z\u00c0-\u024f\u0400-\u04ff]$/;

function normal(char: string): string {
  if (char === '’' || char === '‘' || char === 'ʼ') return "'";
  if (char === '“' || char === '”') return '"';
  return char.normalize('NFKC').replaceAll(/\s/g, '');
}
