/** A name that is worth imitating. */
export interface WellKnownName {
  name: string;
  /** The name without separators. */
  letters: string;
}

/** An edit step adds a letter, drops one, or keeps their number. */
const LENGTHS = [0, -1, 1];

/**
 * Finds targets by their letters, by two letters at either end and the length, and by their words. One edit step
 * touches at most two neighbouring letters, so in names of five letters or more one end stays unchanged, and names one
 * step apart share a key. Keys are small numbers in typed arrays, because every scan pays for building the index.
 */
export class TargetIndex {
  private readonly targets: readonly WellKnownName[];
  private readonly byLetters: KeyChains;
  private readonly byStart: KeyChains;
  private readonly byEnd: KeyChains;
  private byWords: KeyChains | undefined;

  /** The first `top` of the names are the most used ones. */
  constructor(
    names: readonly string[],
    private readonly top: number,
  ) {
    this.byLetters = new KeyChains(names.length);
    this.byStart = new KeyChains(names.length);
    this.byEnd = new KeyChains(names.length);
    this.targets = names.map((name) => ({ name, letters: lettersOf(name) }));
    for (let item = names.length - 1; item >= 0; item--) {
      const letters = this.targets[item]?.letters ?? '';
      const start = startKey(letters, letters.length);
      const end = endKey(letters, letters.length);
      this.byStart.add(item, start);
      this.byEnd.add(item, end);
      this.byLetters.add(item, bothEnds(start, end));
    }
  }

  has(name: string): boolean {
    return this.placeOf(name) !== undefined;
  }

  isTop(name: string): boolean {
    return (this.placeOf(name) ?? this.top) < this.top;
  }

  /** Visits targets with exactly these letters; returns the first that `visit` accepts. */
  spelt(letters: string, visit: (target: WellKnownName) => boolean): WellKnownName | undefined {
    return this.find(this.byLetters, lettersKey(letters), (target) => target.letters === letters && visit(target));
  }

  /** Visits every target whose letters are one step from these, and some others, until `visit` accepts one. */
  near(letters: string, visit: (target: WellKnownName) => boolean): void {
    for (const longer of LENGTHS) {
      const length = letters.length + longer;
      if (this.find(this.byStart, startKey(letters, length), visit) || this.find(this.byEnd, endKey(letters, length), visit)) return;
    }
  }

  /** Visits targets that may have the words of this name, in any order; returns the first that `visit` accepts. */
  worded(name: string, visit: (target: WellKnownName) => boolean): WellKnownName | undefined {
    this.byWords ??= byWords(this.targets);
    return this.find(this.byWords, wordsKey(name), visit);
  }

  private placeOf(name: string): number | undefined {
    const { byLetters } = this;
    const key = lettersKey(lettersOf(name));
    for (let item = byLetters.first(key); item !== NONE; item = byLetters.after(item)) {
      if (this.targets[item]?.name === name) return item;
    }
    return undefined;
  }

  private find(chains: KeyChains, key: number, accepts: (target: WellKnownName) => boolean): WellKnownName | undefined {
    for (let item = chains.first(key); item !== NONE; item = chains.after(item)) {
      const target = this.targets[item];
      if (target !== undefined && accepts(target)) return target;
    }
    return undefined;
  }
}

const NONE = -1;

/**
 * Items below `count` by a 32-bit key. They are added from last to first, and items of one key are found from first to
 * last.
 */
class KeyChains {
  private readonly keys: Int32Array;
  private readonly nexts: Int32Array;
  private readonly heads: Int32Array;
  private readonly mask: number;

  constructor(count: number) {
    const size = 2 ** Math.ceil(Math.log2(count * 2 + 2));
    this.mask = size - 1;
    this.keys = new Int32Array(count);
    this.nexts = new Int32Array(count);
    this.heads = new Int32Array(size).fill(NONE);
  }

  add(item: number, key: number): void {
    const slot = this.slotOf(key);
    this.nexts[item] = this.heads[slot] ?? NONE;
    this.heads[slot] = item;
    this.keys[item] = key;
  }

  /** The first item of a key, -1 when there is none. */
  first(key: number): number {
    return this.from(this.heads[this.slotOf(key)] ?? NONE, key);
  }

  /** The next item of the same key, -1 after the last. */
  after(item: number): number {
    return this.from(this.nexts[item] ?? NONE, this.keys[item] ?? 0);
  }

  /** Keys with the same slot share a chain; items of other keys are skipped. */
  private from(item: number, key: number): number {
    let at = item;
    while (at !== NONE && this.keys[at] !== key) at = this.nexts[at] ?? NONE;
    return at;
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

function bothEnds(start: number, end: number): number {
  return (Math.imul(start, 0x01000193) + end) | 0;
}

function lettersKey(letters: string): number {
  return bothEnds(startKey(letters, letters.length), endKey(letters, letters.length));
}

function byWords(targets: readonly WellKnownName[]): KeyChains {
  const chains = new KeyChains(targets.length);
  for (let item = targets.length - 1; item >= 0; item--) {
    const name = targets[item]?.name ?? '';
    if (SEPARATOR.test(name)) chains.add(item, wordsKey(name));
  }
  return chains;
}

/** A sum over the words, so that their order does not matter. */
function wordsKey(name: string): number {
  return name.split(SEPARATORS).reduce((sum, word) => (sum + Math.imul(lettersKey(word), 0x85ebca6b)) | 0, 0);
}

/** Most names have nothing to remove, and a test is quicker than a replacement. */
const TO_FOLD = /[^a-z0-9]/;

/** A name without scope mark and separators. */
export function lettersOf(name: string): string {
  return TO_FOLD.test(name) ? name.toLowerCase().replace(/[-_.@/]/g, '') : name;
}

/** Separators between the words of a name. */
export const SEPARATOR = /[-_.]/;
const SEPARATORS = /[-_.]/g;
const MAX_WORDS = 4;

/**
 * For a name of two to four words: the number of words, and a key that does not depend on their order; undefined for
 * other names.
 */
export function wordKey(name: string): { key: string; count: number } | undefined {
  if (!SEPARATOR.test(name)) return undefined;
  const words = name.split(SEPARATORS);
  return words.length > MAX_WORDS ? undefined : { key: words.sort().join(' '), count: words.length };
}
