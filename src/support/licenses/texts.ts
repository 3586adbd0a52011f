import { diffArrays } from 'diff';
import { type Expression, formatExpression, joined, parseExpression } from './expression.js';
import { currentLicenses } from './ids.js';
import { readHeader } from './text-headers.js';
import { PLACEHOLDER, textWords } from './text-words.js';

/** What a text was found to be, and how much of it and of the licence agree (0 to 1). */
export interface TextReading {
  /** In normal form. */
  expression: string;
  score: number;
}

/** Less agreement is none. */
const LEAST = 0.95;
/** Candidates by word counts have at least this; what changes the meaning is looked at in few of them. */
const LIKELY = 0.85;
const MOST_CANDIDATES = 8;
/** Longer texts are books. */
const MAX_TEXT = 400_000;
/** Words before and after a licence that count as heading or footer. */
const HEADING = 12;
/** Words within a licence that may stand for a name; a clause has more. */
const NAME = 8;
/** Words between and around several licences in one file. */
const MAX_BETWEEN = 60;
/** Words that stand in a row in both, where a licence within a longer text is looked for. */
const GRAM = 8;
/** Fewer words mention a licence, and are none. */
const LEAST_TEXT = 12;
/** Shorter texts of the list are no licences, but stand for any. */
const LEAST_LETTERS = 60;
/** A text may be that many times as long as its licence, in letters: blanks, rulers and comment marks count too. */
const MOST_LETTERS = 2.5;
/** Shorter licences are found anywhere. */
const LEAST_PART = 40;

/** Words by which a sentence grants or takes something. A text that differs in one of them is another licence. */
const OPERATIVE = new Set(
  'not no nor only except unless without never noncommercial commercial military prohibited forbidden restricted restriction restrictions sell fee evil'.split(
    ' ',
  ),
);

/** Words of a condition, which a heading or a footer has none of. */
const CONDITION = new Set('must shall may required agree provided condition conditions additionally addition also display'.split(' '));

/** A licence, or a part of it that counts as the whole. Its words are made when something about as long is read. */
class Template {
  private made: readonly string[] | undefined;
  private counted: ReadonlyMap<string, number> | undefined;

  constructor(
    readonly id: string,
    readonly text: string,
    private readonly keepNames: boolean,
  ) {}

  get words(): readonly string[] {
    this.made ??= textWords(this.text, this.keepNames);
    return this.made;
  }

  get counts(): ReadonlyMap<string, number> {
    this.counted ??= countsOf(this.words);
    return this.counted;
  }
}

/** Finds which licence a text is: by identifier lines, by likeness with the texts of the SPDX list, by the header of a source file. */
export class TextReader {
  private readonly templates: readonly Template[];

  /** `texts` by id: those of `spdxTexts`. */
  constructor(texts: ReadonlyMap<string, string>) {
    const current = new Set(currentLicenses());
    this.templates = [...texts]
      .filter(([id]) => current.has(id))
      .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
      .filter(([, text]) => text.length >= LEAST_LETTERS)
      .flatMap(([id, text]) => variantsOf(id, text));
  }

  /** What the text is; undefined where it is no known licence, or one with a clause more or less. */
  read(text: string): TextReading | undefined {
    if (text.length > MAX_TEXT) return undefined;
    const named = identifiersOf(text);
    if (named !== undefined) return { expression: formatExpression(named), score: 1 };
    const words = textWords(text);
    if (words.length < LEAST_TEXT) return undefined;
    const counts = countsOf(words);
    const whole = this.whole(text.length, words, counts) ?? this.wholeWithNames(text);
    if (whole !== undefined) return { expression: whole.id, score: whole.score };
    const header = readHeader(words);
    if (header !== undefined) return { expression: formatExpression(header), score: 1 };
    return this.several(text.length, words, counts);
  }

  private wholeWithNames(text: string): { id: string; score: number } | undefined {
    const words = textWords(text, true);
    return this.whole(text.length, words, countsOf(words));
  }

  private whole(letters: number, words: readonly string[], counts: ReadonlyMap<string, number>): { id: string; score: number } | undefined {
    const likely = this.templates
      .filter(({ text }) => letters <= text.length * MOST_LETTERS && text.length <= letters * MOST_LETTERS)
      .map((template) => ({ template, likeness: likenessOf(template, counts, words.length) }))
      .filter(({ likeness }) => likeness >= LIKELY)
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, MOST_CANDIDATES);
    let best: { id: string; score: number } | undefined;
    for (const { template } of likely) {
      const score = agreement(template.words, words);
      if (score >= LEAST && score > (best?.score ?? 0)) best = { id: template.id, score };
    }
    return best;
  }

  /** Several licences one after the other, with little between them: a choice where the words between say so. */
  private several(letters: number, words: readonly string[], counts: ReadonlyMap<string, number>): TextReading | undefined {
    const grams = gramsOf(words);
    const within = this.templates
      .filter(({ text }) => text.length <= letters * MOST_LETTERS)
      .filter(
        ({ words: own, counts: wanted }) =>
          own.length >= LEAST_PART && own.length < words.length && sharedWords(wanted, counts) >= own.length * LEAST,
      )
      .sort((a, b) => b.words.length - a.words.length);
    const found: { id: string; start: number; end: number; score: number }[] = [];
    for (const template of within) {
      const region = regionOf(template.words, grams, words.length);
      if (region === undefined || found.some(({ start, end }) => region.start < end && start < region.end)) continue;
      const score = agreement(template.words, words.slice(region.start, region.end));
      if (score >= LEAST) found.push({ id: template.id, ...region, score });
    }
    const between = words.filter((_, at) => !found.some(({ start, end }) => at >= start && at < end));
    if (found.length < 2 || between.length > MAX_BETWEEN || between.some((word) => OPERATIVE.has(word))) return undefined;
    const nodes = found.sort((a, b) => a.start - b.start).flatMap(({ id }) => parseExpression(id) ?? []);
    const isChoice = /\b(?:either|or|choice|dual|option)\b/.test(between.join(' '));
    const node = joined(isChoice ? 'OR' : 'AND', nodes);
    return node && { expression: formatExpression(node), score: Math.min(...found.map(({ score }) => score)) };
  }
}

/** The licences that lines `SPDX-License-Identifier:` name; each holds. */
function identifiersOf(text: string): Expression | undefined {
  const lines = [...text.matchAll(/SPDX-License-Identifier:[ \t]*([^\r\n]+)/g)].slice(0, 100);
  const nodes = lines.flatMap(([, line = '']) => parseExpression(line.replace(/\s*(?:\*\/|-->|#>|"""|''').*$/, '').trim()) ?? []);
  return nodes.length === lines.length ? joined('AND', nodes) : undefined;
}

/** A licence with and without what its end only adds, how to apply it or the licence it refers to, and with its own holders. */
function variantsOf(id: string, text: string): Template[] {
  const cuts = [/^\s*END OF TERMS AND CONDITIONS.*/ms, /^\s*GNU GENERAL PUBLIC LICENSE\s+Version 3, 29 June 2007.*/ms, /^Exhibit A\b.*/ms];
  const shorter = cuts.map((cut) => text.replace(cut, '')).filter((part) => part.length > text.length / 8 && part.length < text.length);
  const named = ANY_NAME.test(text) ? [new Template(id, text, true)] : [];
  return [...[text, ...shorter].map((part) => new Template(id, part, false)), ...named];
}

/** A licence whose own text names holders of rights. */
const ANY_NAME = /copyright (?:\(c\) )?\d{4}/i;

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function sharedWords(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [word, count] of one) shared += Math.min(count, other.get(word) ?? 0);
  return shared;
}

/** Word overlap, the smaller of both ways. */
function likenessOf({ words, counts }: Template, given: ReadonlyMap<string, number>, length: number): number {
  const longer = Math.max(words.length, length);
  if (longer === 0 || Math.min(words.length, length) < (longer - HEADING * 2) * LIKELY) return 0;
  return sharedWords(counts, given) / Math.max(longer - HEADING, 1);
}

interface Run {
  words: string[];
  added: boolean;
  removed: boolean;
}

/** How much of the licence and of the text agree, word by word; 0 where a clause is more or less, or says something else. */
function agreement(template: readonly string[], text: readonly string[]): number {
  const limit = Math.ceil((template.length + text.length) * (1 - LEAST)) + HEADING * 3;
  const runs = diffArrays([...template], [...text], { maxEditLength: limit });
  if (runs === undefined) return 0;
  const list = runs.map(({ value, added, removed }): Run => ({ words: value, added, removed }));
  const [first, last] = [list.findIndex(isEqual), list.findLastIndex(isEqual)];
  if (first === -1) return 0;
  let [ofTemplate, ofText, same] = [0, 0, 0];
  for (const [at, run] of list.entries()) {
    if (isEqual(run)) same += run.words.length;
    const isEdge = at < first || at > last;
    if (isEqual(run) || (isEdge && run.words.length <= HEADING && !isCondition(run.words))) continue;
    if (isFilledIn(run, list)) continue;
    if (isEdge ? isCondition(run.words) : changesMeaning(run, list)) return 0;
    if (run.added) ofText += run.words.length;
    else ofTemplate += run.words.length;
  }
  return same / (same + Math.max(ofTemplate, ofText));
}

function isEqual({ added, removed }: Run): boolean {
  return !added && !removed;
}

/** What the licence leaves open, and the name that the text puts there. */
function isFilledIn(run: Run, runs: readonly Run[]): boolean {
  const isOpen = (one: Run | undefined) => one?.removed === true && one.words.every((word) => word === PLACEHOLDER);
  if (isOpen(run)) return true;
  const at = runs.indexOf(run);
  return run.added && run.words.length <= HEADING && !isOperative(run.words) && (isOpen(runs[at - 1]) || isOpen(runs[at + 1]));
}

/** Words more or less within the text: as many as a name has, and none that grants or takes something. */
function changesMeaning(run: Run, runs: readonly Run[]): boolean {
  if (isOperative(run.words)) return true;
  const at = runs.indexOf(run);
  const beside = [runs[at - 1], runs[at + 1]].filter((other) => other !== undefined && !isEqual(other));
  const instead = beside.reduce((sum, other) => sum + (other?.words.length ?? 0), 0);
  return run.words.length > instead + NAME;
}

function isCondition(words: readonly string[]): boolean {
  return isOperative(words) || words.some((word) => CONDITION.has(word));
}

function isOperative(words: readonly string[]): boolean {
  return words.some((word) => OPERATIVE.has(word));
}

function gramsOf(words: readonly string[]): Map<string, number[]> {
  const grams = new Map<string, number[]>();
  for (let at = 0; at + GRAM <= words.length; at++) {
    const gram = words.slice(at, at + GRAM).join(' ');
    const known = grams.get(gram);
    if (known) known.push(at);
    else grams.set(gram, [at]);
  }
  return grams;
}

/** Where a licence stands in a longer text, by the words in a row that both have. */
function regionOf(
  template: readonly string[],
  grams: ReadonlyMap<string, number[]>,
  length: number,
): { start: number; end: number } | undefined {
  const offsets: number[] = [];
  for (let at = 0; at + GRAM <= template.length; at++) {
    const places = grams.get(template.slice(at, at + GRAM).join(' '));
    if (places?.length === 1) offsets.push((places[0] ?? 0) - at);
  }
  if (offsets.length === 0) return undefined;
  const middle = offsets.sort((a, b) => a - b)[offsets.length >> 1] ?? 0;
  const near = offsets.filter((offset) => Math.abs(offset - middle) <= HEADING * 2);
  const start = Math.max(0, near[0] ?? middle);
  return { start, end: Math.min(length, (near.at(-1) ?? middle) + template.length) };
}
