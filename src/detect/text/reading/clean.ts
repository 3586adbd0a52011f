import { imitatedLetter, isInvisible, isMixedScript, isWordUnit } from './letters.js';

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

const ASCII = /^[\x00-\x7f]*$/;
const GAP = /[\x00-\x20]+/g;
const UNEVEN = /[\x00-\x1f]| {2}/;

/** Makes `raw` comparable. `base` is added to the offsets it reports. */
export function cleanText(raw: string, base = 0): Clean {
  if (!ASCII.test(raw)) return new Cleaner(raw, base).run();
  if (!UNEVEN.test(raw)) return { text: raw.toLowerCase(), disguises: [], rawOffset: (at) => base + at };
  return new EvenAscii(raw, base);
}

/** ASCII text needs its gaps closed and nothing more. Offsets are worked out when somebody asks. */
class EvenAscii implements Clean {
  readonly disguises = [];
  readonly text: string;
  private offsets: Uint32Array | undefined;

  constructor(
    private readonly raw: string,
    private readonly base: number,
  ) {
    const even = raw.replace(GAP, ' ').toLowerCase();
    this.text = even.startsWith(' ') ? even.slice(1) : even;
  }

  rawOffset(at: number): number {
    this.offsets ??= this.gaugeOffsets();
    return this.base + (at < this.text.length ? (this.offsets[at] ?? 0) : this.raw.length);
  }

  private gaugeOffsets(): Uint32Array {
    const { raw, text } = this;
    const offsets = new Uint32Array(text.length);
    let open = false;
    for (let at = 0, to = 0; at < raw.length && to < text.length; at++) {
      const gap = raw.charCodeAt(at) <= 32;
      if (!gap || open) offsets[to++] = at;
      open = !gap;
    }
    return offsets;
  }
}

/** What becomes of one character beyond ASCII. */
interface Reading {
  space: boolean;
  invisible: boolean;
  plain: string;
  /** It stood for a Latin letter by compatibility: full width, bold, in a circle. */
  compatible: boolean;
}

const readings = new Map<string, Reading>();
const MOST_READINGS = 20_000;

function readingOf(char: string): Reading {
  const known = readings.get(char);
  if (known !== undefined) return known;
  const plain = char < '\u0080' ? char : normal(char);
  const found = {
    space: char <= ' ' || /^\s$/.test(char),
    invisible: isInvisible(char),
    plain: plain.toLowerCase(),
    compatible: plain !== char && /^[a-z]$/i.test(plain),
  };
  if (readings.size < MOST_READINGS) readings.set(char, found);
  return found;
}

class Cleaner {
  private readonly out: string[] = [];
  private readonly offsets: number[] = [];
  private readonly disguises: { kind: Disguise; at: number }[] = [];
  private wordStart = 0;
  private inWord = false;
  private foreign = false;

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
    const { offsets, base, raw, out } = this;
    // That a word has letters of two scripts is known at its end only.
    const disguises = this.disguises.sort((one, other) => one.at - other.at);
    return { text: out.join(''), disguises, rawOffset: (index) => base + (offsets[index] ?? raw.length) };
  }

  private take(char: string, at: number): void {
    const reading = readingOf(char);
    if (reading.space) this.space(at);
    else if (reading.invisible) {
      // A joiner after a letter of its own script, a mark in prose or an emoji selector is honest; inside a Latin word it is not.
      if (this.insideWord(at, char.length)) this.disguises.push({ kind: 'invisible', at: this.out.length });
    } else {
      if (reading.compatible) this.disguises.push({ kind: 'compatibility', at: this.out.length });
      this.push(reading.plain, at);
    }
  }

  private space(at: number): void {
    this.endWord();
    if (this.out.length > 0 && this.out.at(-1) !== ' ') this.emit(' ', at);
  }

  private insideWord(at: number, length: number): boolean {
    const before = this.raw[at - 1] ?? '';
    const after = this.raw[at + length] ?? '';
    if (LATIN_OR_CYRILLIC.test(before)) return LATIN_OR_CYRILLIC.test(after);
    // Between phrases of a script without blanks a mark says where a line may break; between single characters it says nothing.
    if (!UNSPACED.test(before) || !UNSPACED.test(after)) return false;
    return [2, 4].every((back) => isInvisible(this.raw[at - back] ?? ''));
  }

  private push(plain: string, at: number): void {
    for (let index = 0; index < plain.length; index++) {
      const code = plain.charCodeAt(index);
      const word = isWordUnit(code);
      if (!word) this.endWord();
      else if (!this.inWord) this.wordStart = this.out.length;
      this.inWord = word;
      if (code > 127) this.foreign = true;
      this.emit(plain[index] ?? '', at);
    }
  }

  private endWord(): void {
    if (!this.inWord) return;
    this.inWord = false;
    const { out, wordStart, foreign } = this;
    this.foreign = false;
    if (!foreign || !isMixedScript(out.slice(wordStart).join(''))) return;
    for (let at = wordStart; at < out.length; at++) out[at] = imitatedLetter(out[at] ?? '') ?? out[at] ?? '';
    this.disguises.push({ kind: 'look-alike', at: this.wordStart });
  }

  private emit(unit: string, at: number): void {
    this.out.push(unit);
    this.offsets.push(at);
  }
}

const UNSPACED = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]$/;
const LATIN_OR_CYRILLIC = /^[a-zA-Z\u00c0-\u024f\u0400-\u04ff]$/;

function normal(char: string): string {
  if (char === '’' || char === '‘' || char === 'ʼ') return "'";
  if (char === '“' || char === '”') return '"';
  return char.normalize('NFKC').replaceAll(/\s/g, '');
}
