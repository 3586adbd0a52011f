import { type Concept, concepts } from '../lexicon/concepts.js';
import { hashOf, mix } from '../reading/hash.js';
import type { Passage } from '../reading/passage.js';
import type { Tag } from '../reading/phrase-trie.js';
import { isForbidden, type Statement, tagsOf } from '../reading/statement.js';

/** A feature is a number of so many bits. */
export const MENTION_BITS = 18;
const MASK = (1 << MENTION_BITS) - 1;

/** A longer line is no sentence, and every word of it is held against every denial. */
const LONGEST = 2_000;

/** What stands between marks: commands, names, and somebody's words. */
const SPAN = /`[^`]+`|"[^"]+"|“[^”]+”|„[^“”"]+[“”"]|«[^»]+»|「[^」]+」|『[^』]+』/g;
/** A program with what it is to do, or a few words; what is less is a name. */
const COMMAND = /^`[^`]*\S[ |;&>][^`]*\S`$/;
const WORDS = /^[^`].*[^\s]\s+\S+\s+[^\s]|^[^`].*[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{6}/;
/** What stands for the longest span, and for the others, in place of their own words. */
const SHOWN = '\u0001';
const OTHER = '\u0002';

/** A word beside a span, and whether something denies it. */
interface Word {
  word: string;
  isDenied: boolean;
}

/** A sentence without the words of its spans: what it says of the longest of them. */
interface Around {
  before: Word[];
  after: Word[];
  isQuotation: boolean;
}

/**
 * What a sentence shows of whether it orders what it shows between marks, or only speaks of it: hashes of the words around, and on which
 * side and how near they stand. Undefined where it shows nothing.
 */
export function mentionFeaturesOf(statement: Statement): Int32Array | undefined {
  const { text } = statement;
  if (text.length > LONGEST) return undefined;
  const spans = [...text.matchAll(SPAN)].map(({ index, 0: span }) => ({ start: index, end: index + span.length }));
  const shown = longestOf(spans.filter(({ start, end }) => isShown(text.slice(start, end))));
  if (shown === undefined) return undefined;
  const found = new Set<number>();
  const add = (salt: number, value: number): void => void found.add(mix(salt, value) & MASK);
  const around = aroundOf(statement, spans, shown);
  if (![...around.before, ...around.after].some(({ word }) => LETTERS.test(word))) return undefined;
  addWords(around, add);
  addForm(statement, around, add);
  addClasses(statement, spans, shown, add);
  for (const [salt, neighbour] of [
    [PREVIOUS, statement.previous],
    [NEXT, statement.next[0]],
  ] as const)
    if (neighbour !== undefined) for (const { word } of wordsIn(neighbour.text.replace(SPAN, OTHER))) add(salt, hashOf(stemOf(word)));
  addFrame(statement.passage, add);
  return Int32Array.from(found);
}

const LETTERS = /\p{L}/u;

function isShown(span: string): boolean {
  return COMMAND.test(span) || WORDS.test(span);
}

function longestOf(spans: readonly Stretch[]): Stretch | undefined {
  return spans.reduce<Stretch | undefined>(
    (most, each) => (most && most.end - most.start >= each.end - each.start ? most : each),
    undefined,
  );
}

type Stretch = Pick<Tag, 'start' | 'end'>;
type Add = (salt: number, value: number) => void;

function isWithin(tag: Stretch, spans: readonly Stretch[]): boolean {
  return spans.some(({ start, end }) => start <= tag.start && tag.end <= end);
}

function aroundOf(statement: Statement, spans: readonly Stretch[], shown: Stretch): Around {
  const { text } = statement;
  const denials = tagsOf(statement, 'negate').filter((tag) => !isWithin(tag, spans));
  const masked = text.replace(SPAN, (span) => OTHER.repeat(span.length));
  const words = wordsIn(masked).map(({ word, at }) => ({ word, at, isDenied: denials.some((denial) => denies(masked, denial, at)) }));
  return {
    before: words.filter(({ at }) => at < shown.start),
    after: words.filter(({ at }) => at >= shown.end),
    isQuotation: text[shown.start] !== '`',
  };
}

/** Letters to either side that a word denies, where no clause ends between: before it in Japanese and Korean, behind it elsewhere. */
const REACH = 40;
const REACH_BACK = 12;
const DENIES_BEFORE = /[\u3040-\u30ff\uac00-\ud7af]/;
const CLAUSE_END = /[,.;:!?、。，；：！？]/;

function denies(text: string, { start, end }: Stretch, at: number): boolean {
  const isBack = DENIES_BEFORE.test(text.slice(start, end));
  const between = isBack ? text.slice(at, start) : text.slice(end, at);
  const isNear = isBack ? at < start && start - at <= REACH_BACK : at >= end && at - end <= REACH;
  return isNear && !CLAUSE_END.test(between);
}

/** Words, signs, and each two letters of scripts without blanks. */
const WORD = /[\u3040-\u30ff\u3400-\u9fff]+|[\p{L}\p{M}\p{N}]+|\u0002+|[^\s\p{L}\p{M}\p{N}]/gu;
const DENSE = /^[\u3040-\u30ff\u3400-\u9fff]{2}/;

function wordsIn(text: string): { word: string; at: number }[] {
  return [...text.matchAll(WORD)].flatMap(({ index, 0: word }) => {
    if (word.startsWith(OTHER)) return [{ word: OTHER, at: index }];
    if (!DENSE.test(word)) return [{ word, at: index }];
    return Array.from({ length: word.length - 1 }, (_, at) => ({ word: word.slice(at, at + 2), at: index + at }));
  });
}

/** Letters that forms of a word share at its beginning, and that forms of different words share at their end. */
const STEM = 5;
const ENDING = 3;

function stemOf(word: string): string {
  return word.slice(0, STEM);
}

/** What a number is a hash of. Each side has its own; behind them stand the nearest places of each side. */
const SAYS = 1;
const BEGINS = 2;
const PAIR = 3;
const PREVIOUS = 4;
const NEXT = 5;
const FORM = 6;
const CLASS = 7;
const HEADING = 30;
const LEAD = 31;
const NOT = 100;
const BEFORE = 10;
const AFTER = 20;
/** Words nearest to the span whose place counts. */
const NEAREST = 3;

function addWords({ before, after }: Around, add: Add): void {
  for (const [side, words] of [
    [BEFORE, before.toReversed()],
    [AFTER, after],
  ] as const) {
    for (const [distance, { word, isDenied }] of words.entries()) {
      const salt = isDenied ? NOT : 0;
      const hash = hashOf(word);
      const stem = hashOf(stemOf(word));
      add(salt + SAYS, hash);
      add(salt + BEGINS, stem);
      add(salt + side, hash);
      add(salt + side + 1, stem);
      if (word.length > STEM) add(salt + side + 2, hashOf(word.slice(-ENDING)));
      if (distance < NEAREST) add(side + 3 + distance, stem);
    }
  }
  const row = [...before.map(({ word }) => word), SHOWN, ...after.map(({ word }) => word)];
  for (const [at, word] of row.entries()) if (at > 0) add(PAIR, mix(hashOf(stemOf(row[at - 1] ?? '')), hashOf(stemOf(word))));
}

/** What stands above: the nearest heading, and the line that leads to a list. */
function addFrame({ heading, leadIn }: Passage, add: Add): void {
  for (const { word } of wordsIn(heading.toLowerCase().split(' / ').at(-1) ?? '')) add(HEADING, hashOf(stemOf(word)));
  for (const { word } of wordsIn(leadIn.toLowerCase())) add(LEAD, hashOf(stemOf(word)));
}

/** Where the sentence stands, in which language, and how long it is on either side. */
function addForm({ passage, tongue, text }: Statement, { before, after, isQuotation }: Around, add: Add): void {
  const lengths = [before, after].map(({ length }) => Math.min(4, Math.ceil(Math.log2(length + 1)))).join();
  for (const trait of [
    passage.role,
    tongue,
    lengths,
    `${passage.role} ${lengths}`,
    isQuotation ? 'quotation' : 'command',
    `ends ${text.trim().slice(-1)}`,
  ])
    add(FORM, hashOf(trait));
}

const CONCEPT_ID = new Map(concepts.map((concept, index) => [concept, index + 1]));

/** Classes of words outside of the spans, by side. */
function addClasses(statement: Statement, spans: readonly Stretch[], shown: Stretch, add: Add): void {
  const addAll = (words: Statement['tags'], counts: (tag: Tag) => boolean): void => {
    for (const [concept, tags] of words)
      for (const tag of tags)
        if (counts(tag) && !isWithin(tag, spans)) {
          const id = CONCEPT_ID.get(concept as Concept) ?? 0;
          const salt = CLASS + (isForbidden(statement, tag) ? NOT : 0);
          add(salt, id);
          add(salt + (tag.start < shown.start ? 1 : 2), id);
        }
  };
  addAll(statement.tags, () => true);
  addAll(statement.frameWords, ({ language }) => language === statement.tongue);
}
