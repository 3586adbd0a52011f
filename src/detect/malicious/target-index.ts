/** A name worth imitating. */
export interface Target {
  name: string;
  /** The name without separators. */
  letters: string;
}

/** One step adds a letter, drops one or keeps their number. */
const LENGTHS = [0, -1, 1];

/**
 * Finds targets by their letters, by two letters at either end and the length, and by their words. One step touches two
 * neighbours at most, so of five letters or more one end stays whole, and names one step apart share a key. Keys are numbers in
 * typed arrays: a scan pays for building this.
 */
export class TargetIndex {
  private readonly targets: readonly Target[];
  private readonly byLetters: KeyChains;
  private readonly byStart: KeyChains;
  private readonly byEnd: KeyChains;
  private byWords: KeyChains | undefined;

  /** The first `top` of the names are the most used ones. */
  constructor(
    names: readonly string[],
    private readonly top: number,
  ) {
    const targets = names.map((name) => ({ name, letters: lettersOf(name) }));
    const letters = (item: number) => targets[item]?.letters ?? '';
    this.targets = targets;
    this.byLetters = new KeyChains(names.length, (item) => textKey(letters(item)));
    this.byStart = new KeyChains(names.length, (item) => startKey(letters(item), letters(item).length));
    this.byEnd = new KeyChains(names.length, (item) => endKey(letters(item), letters(item).length));
  }

  has(name: string): boolean {
    return this.placeOf(name) !== undefined;
  }

  isTop(name: string): boolean {
    return (this.placeOf(name) ?? this.top) < this.top;
  }

  /** Visits targets with exactly these letters; gives the first that `visit` accepts. */
  spelt(letters: string, visit: (target: Target) => boolean): Target | undefined {
    return this.find(this.byLetters, textKey(letters), (target) => target.letters === letters && visit(target));
  }

  /** Visits every target whose letters are one step from these, and some others, until `visit` accepts one. */
  near(letters: string, visit: (target: Target) => boolean): void {
    for (const longer of LENGTHS) {
      const length = letters.length + longer;
      if (this.find(this.byStart, startKey(letters, length), visit) || this.find(this.byEnd, endKey(letters, length), visit)) return;
    }
  }

  /** Visits targets that may have the words of this name, in any order; gives the first that `visit` accepts. */
  worded(name: string, visit: (target: Target) => boolean): Target | undefined {
    this.byWords ??= new KeyChains(this.targets.length, (item) => wordsKey(this.targets[item]?.name ?? ''));
    return this.find(this.byWords, wordsKey(name), visit);
  }

  private placeOf(name: string): number | undefined {
    return this.byLetters.find(textKey(lettersOf(name)), (item) => this.targets[item]?.name === name);
  }

  private find(chains: KeyChains, key: number, accepts: (target: Target) => boolean): Target | undefined {
    const { targets } = this;
    const item = chains.find(key, (place) => {
      const target = targets[place];
      return target !== undefined && accepts(target);
    });
    return item === undefined ? undefined : targets[item];
  }
}

/** Items 0 to `count` by a 32-bit key, those of one key in ascending order. */
class KeyChains {
  private readonly keys: Int32Array;
  private readonly heads: Int32Array;
  private readonly nexts: Int32Array;
  private readonly mask: number;

  constructor(count: number, keyOf: (item: number) => number) {
    const size = 2 ** Math.ceil(Math.log2(count * 2 + 2));
    this.mask = size - 1;
    this.keys = new Int32Array(count);
    this.heads = new Int32Array(size).fill(-1);
    this.nexts = new Int32Array(count);
    for (let item = count - 1; item >= 0; item--) {
      const key = keyOf(item);
      const slot = this.slotOf(key);
      this.keys[item] = key;
      this.nexts[item] = this.heads[slot] ?? -1;
      this.heads[slot] = item;
    }
  }

  find(key: number, accepts: (item: number) => boolean): number | undefined {
    for (let item = this.heads[this.slotOf(key)] ?? -1; item !== -1; item = this.nexts[item] ?? -1) {
      if (this.keys[item] === key && accepts(item)) return item;
    }
    return undefined;
  }

  private slotOf(key: number): number {
    return (Math.imul(key, 0x9e3779b1) >>> 12) & this.mask;
  }
}

function startKey(letters: string, length: number): number {
  return (length * 256 + (letters.charCodeAt(0) & 255)) * 256 + (letters.charCodeAt(1) & 255);
}

function endKey(letters: string, length: number): number {
  return (length * 256 + (letters.charCodeAt(letters.length - 2) & 255)) * 256 + (letters.charCodeAt(letters.length - 1) & 255);
}

function textKey(text: string, start = 0, end = text.length): number {
  let key = 0;
  for (let at = start; at < end; at++) key = (Math.imul(key, 31) + text.charCodeAt(at)) | 0;
  return key;
}

/** The same for the same words in any order. */
function wordsKey(text: string): number {
  let sum = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !SEPARATOR.test(text.charAt(at))) continue;
    sum = (sum + Math.imul(textKey(text, start, at), 0x85ebca6b)) | 0;
    start = at + 1;
  }
  return sum;
}

/** Most names have nothing to take out; looking for it is quicker than replacing. */
const TO_FOLD = /[^a-z0-9]/;

/** A name without scope mark and separators: what the eye reads. */
export function lettersOf(name: string): string {
  return TO_FOLD.test(name) ? name.toLowerCase().replace(/[-_.@/]/g, '') : name;
}

/** What stands between the words of a name. */
export const SEPARATOR = /[-_.]/;
const SEPARATORS = /[-_.]/g;
const MAX_WORDS = 4;

/** The words of a name of two to four, and a key that is the same in any order; undefined for other names. */
export function wordsOf(name: string): { key: string; count: number } | undefined {
  if (!SEPARATOR.test(name)) return undefined;
  const words = name.split(SEPARATORS);
  return words.length > MAX_WORDS ? undefined : { key: words.sort().join(' '), count: words.length };
}
