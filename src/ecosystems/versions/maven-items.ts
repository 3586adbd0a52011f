import { canonicalDigits } from './digits.js';

/** What a Maven version is made of: numbers, words, and lists where a `-` or a change between digits and letters begins one. */
export type Item = { kind: 'number'; digits: string } | { kind: 'word'; word: string } | { kind: 'list'; items: Item[] };

/** Words that mean the release itself. */
export const RELEASE_WORDS: ReadonlySet<string> = new Set(['', 'ga', 'final', 'release']);

/** Items of a version in lower case, as ComparableVersion of Maven 3.9 finds them; zeros and words for the release are dropped from the end. */
export function parseItems(text: string): Item[] {
  const scanner = new Scanner(text);
  for (let at = 0; at < text.length; at++) scanner.step(at);
  return scanner.finish();
}

class Scanner {
  private readonly root: Item[] = [];
  private readonly lists: Item[][] = [this.root];
  private list: Item[] = this.root;
  private start = 0;
  private inDigits = false;

  constructor(private readonly text: string) {}

  step(at: number): void {
    const char = this.text.charAt(at);
    if (char === '.' || char === '-') this.separator(at, char);
    else if (isDigit(char)) this.digit(at);
    else this.letter(at);
  }

  finish(): Item[] {
    if (this.start < this.text.length) {
      if (!this.inDigits) this.openUnlessEmpty();
      this.add(this.text.length, false);
    }
    for (const list of this.lists.reverse()) normalise(list);
    return this.root;
  }

  private separator(at: number, char: string): void {
    this.add(at, false);
    this.start = at + 1;
    if (char === '-') this.openUnlessEmpty();
  }

  private digit(at: number): void {
    if (!this.inDigits && at > this.start) {
      this.openUnlessEmpty();
      this.add(at, true);
      this.openUnlessEmpty();
    }
    this.inDigits = true;
  }

  private letter(at: number): void {
    if (this.inDigits && at > this.start) {
      this.add(at, false);
      this.openUnlessEmpty();
    }
    this.inDigits = false;
  }

  private openUnlessEmpty(): void {
    if (this.list.length === 0) return;
    const items: Item[] = [];
    this.list.push({ kind: 'list', items });
    this.list = items;
    this.lists.push(items);
  }

  /** Adds the item that ends before `end`; nothing between two separators is a zero. */
  private add(end: number, beforeDigit: boolean): void {
    const text = this.text.slice(this.start, end);
    if (text === '') this.list.push({ kind: 'number', digits: '0' });
    else if (this.inDigits) this.list.push({ kind: 'number', digits: canonicalDigits(text) });
    else this.list.push({ kind: 'word', word: wordOf(text, beforeDigit) });
    this.start = end;
  }
}

/** `a1` is `alpha1`, a lone `a` only a letter; `cr` is `rc` everywhere. */
function wordOf(word: string, beforeDigit: boolean): string {
  if (word === 'cr') return 'rc';
  if (!beforeDigit) return word;
  return { a: 'alpha', b: 'beta', m: 'milestone' }[word] ?? word;
}

/** Drops items without a meaning from the end, and from before the lists at the end: `1.0.0-rc` becomes `1-rc`. */
function normalise(list: Item[]): void {
  for (let index = list.length - 1; index >= 0; index--) {
    const item = list[index];
    if (item && isNothing(item)) list.splice(index, 1);
    else if (item?.kind !== 'list') break;
  }
}

function isNothing(item: Item): boolean {
  switch (item.kind) {
    case 'number':
      return item.digits === '0';
    case 'word':
      return RELEASE_WORDS.has(item.word);
    case 'list':
      return item.items.length === 0;
  }
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}
