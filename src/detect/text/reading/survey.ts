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
}

const BASE64 = 1;
const HEX = 2;
const HEX_GAP = 4;
const SPREADER = 8;
const LETTER = 16;
const PERCENT = 32;
const LEAST_BASE64 = 24;
const MOST_BASE64 = 65_536;

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
  return kinds;
}

/** Beyond ASCII anything may be a letter, a blank or a dot: the closer look decides. */
const FOREIGN = HEX_GAP | SPREADER | LETTER;

/** Surveys `text` once, unit by unit. */
export function surveyOf(text: string): Survey {
  const surveyor = new Surveyor();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    surveyor.take(code < 128 ? (KINDS[code] ?? 0) : FOREIGN, at);
  }
  surveyor.take(0, text.length);
  return surveyor;
}

class Surveyor implements Survey {
  readonly base64: [number, number][] = [];
  hexadecimal = false;
  spaced = false;
  private percents = 0;
  private runStart = 0;
  private digits = 0;
  private letters = 0;
  private singles = 0;

  get percent(): boolean {
    return this.percents >= 6;
  }

  take(kind: number, at: number): void {
    if ((kind & BASE64) === 0 || at - this.runStart >= MOST_BASE64) this.endRun(kind, at);
    if ((kind & HEX) !== 0) {
      if (++this.digits >= 32) this.hexadecimal = true;
    } else if ((kind & HEX_GAP) === 0) this.digits = 0;
    if ((kind & PERCENT) !== 0) this.percents++;
    this.single(kind);
  }

  private endRun(kind: number, at: number): void {
    if (at - this.runStart >= LEAST_BASE64) this.base64.push([this.runStart, at]);
    this.runStart = (kind & BASE64) === 0 ? at + 1 : at;
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
