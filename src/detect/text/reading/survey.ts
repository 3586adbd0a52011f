/** Which encodings a text may hold, found in one pass, so that the closer look is taken only where it can succeed. */
export interface Survey {
  /** Stretches of the base64 alphabet, 24 units and more, without the padding. */
  base64: readonly (readonly [start: number, end: number])[];
  /** 32 hexadecimal digits in a row, blanks and colons aside. */
  hexadecimal: boolean;
  /** Six percent signs. */
  percent: boolean;
  /** Six letters that stand by themselves, one after the other. */
  spaced: boolean;
  /** Numbers in a row, as many as a list of letters has. */
  numbers: boolean;
  /** Characters that show nothing or turn what follows. */
  unseen: boolean;
  /** More than fifty blank lines. */
  far: boolean;
}

const BASE64 = 1;
const HEX = 2;
const HEX_GAP = 4;
const SPREADER = 8;
const LETTER = 16;
const PERCENT = 32;
const NUMBER = 64;
const LIST = 128;
const LEAST_BASE64 = 24;
const MOST_BASE64 = 65_536;
const LEAST_NUMBERS = 16;
const LEAST_FAR = 51;

const KINDS = kindTable();

function kindTable(): Uint8Array {
  const kinds = new Uint8Array(128);
  const add = (chars: string, kind: number) => {
    for (const char of chars) kinds[char.charCodeAt(0)] = (kinds[char.charCodeAt(0)] ?? 0) | kind;
  };
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  add(letters + letters.toUpperCase(), BASE64 | LETTER);
  add('0123456789', BASE64 | HEX);
  add('abcdefABCDEF', HEX);
  add('+/_-', BASE64);
  add(' \t\n\r\v\f:', HEX_GAP);
  add(' \t._*-', SPREADER);
  add('%', PERCENT);
  add('0123456789abcdefABCDEFx', NUMBER);
  add(',; \t\n\r\v\f', LIST);
  return kinds;
}

/** Halves of characters, which may be letters or blanks: the closer look decides. */
const UNSURE = HEX_GAP | SPREADER | LETTER | LIST;

const foreignKinds = new Map<number, number>();

function foreignKind(code: number): number {
  let kind = foreignKinds.get(code);
  if (kind === undefined) {
    const char = String.fromCharCode(code);
    if (code >= 0xd800 && code <= 0xdfff) kind = UNSURE;
    else if (/\s/.test(char)) kind = HEX_GAP | LIST;
    else kind = char === '·' ? SPREADER : /[\p{L}\p{N}]/u.test(char) ? LETTER : 0;
    foreignKinds.set(code, kind);
  }
  return kind;
}

/** Selectors, tag characters by the first half that all of them share, and marks that turn the direction. */
function isUnseen(code: number): boolean {
  return (code >= 0xfe00 && code <= 0xfe0f) || code === 0xdb40 || code === 0x202d || code === 0x202e;
}

/** Surveys `text` once, unit by unit. */
export function surveyOf(text: string): Survey {
  const surveyor = new Surveyor();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 128 && isUnseen(code)) surveyor.unseen = true;
    surveyor.line(code);
    surveyor.take(code < 128 ? (KINDS[code] ?? 0) : foreignKind(code), at);
  }
  surveyor.take(0, text.length);
  return surveyor;
}

class Surveyor implements Survey {
  readonly base64: [number, number][] = [];
  hexadecimal = false;
  spaced = false;
  numbers = false;
  unseen = false;
  far = false;
  private breaks = 0;
  private inNumber = false;
  private listed = 0;
  private percents = 0;
  private runStart = 0;
  private digits = 0;
  private letters = 0;
  private singles = 0;

  get percent(): boolean {
    return this.percents >= 6;
  }

  /** Counts line breaks with nothing but blanks between them. */
  line(code: number): void {
    if (code === 10) {
      if (++this.breaks >= LEAST_FAR) this.far = true;
    } else if (code !== 32 && code !== 9 && code !== 13) this.breaks = 0;
  }

  take(kind: number, at: number): void {
    if ((kind & BASE64) === 0 || at - this.runStart >= MOST_BASE64) this.endRun(kind, at);
    if ((kind & HEX) !== 0) {
      if (++this.digits >= 32) this.hexadecimal = true;
    } else if ((kind & HEX_GAP) === 0) this.digits = 0;
    if ((kind & PERCENT) !== 0) this.percents++;
    this.number(kind);
    this.single(kind);
  }

  private endRun(kind: number, at: number): void {
    if (at - this.runStart >= LEAST_BASE64) this.base64.push([this.runStart, at]);
    this.runStart = (kind & BASE64) === 0 ? at + 1 : at;
  }

  private number(kind: number): void {
    const number = (kind & NUMBER) !== 0;
    if (number && !this.inNumber && ++this.listed >= LEAST_NUMBERS) this.numbers = true;
    if (!number && (kind & LIST) === 0) this.listed = 0;
    this.inNumber = number;
  }

  /** Counts letters with something else on both sides; a longer word or another sign starts anew. */
  private single(kind: number): void {
    const letter = (kind & LETTER) !== 0;
    const spreader = (kind & SPREADER) !== 0;
    if (letter && spreader) {
      if (++this.singles >= 6) this.spaced = true;
      this.letters = 0;
    } else if (letter) this.letters++;
    else {
      if (this.letters === 1 && ++this.singles >= 6) this.spaced = true;
      else if (this.letters > 1) this.singles = 0;
      this.letters = 0;
      if (!spreader) this.singles = 0;
    }
  }
}
