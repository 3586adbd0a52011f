import type { Concept } from '../lexicon/concepts.js';
import type { Clean, Disguise } from './clean.js';
import { type Frame, frameOf, isMentioned } from './frame.js';
import { bitsOf, type ConceptBits } from './gate.js';
import type { Passage } from './passage.js';
import { type Tag, tagFrameWords } from './phrase-trie.js';
import type { Statement } from './statement.js';
import { type Tongue, tongueOf, type Voices, voicesOf } from './tongue.js';
import type { Words } from './words.js';

/** Where a sentence begins and ends in the clean text of its passage. */
export type Bounds = readonly [start: number, end: number];

/** A passage, and what is found in its clean text. Tags are in order of place. */
interface ReadPassage {
  readonly passage: Passage;
  readonly clean: Clean;
  readonly words: Words;
  readonly tags: readonly Tag[];
}

/** A passage read once; its sentences look up here what they are asked for. */
class Page {
  readonly sentences: Sentence[] = [];
  readonly passage: Passage;
  readonly clean: Clean;
  readonly words: Words;
  readonly tags: readonly Tag[];
  private framed: Frame | undefined;

  constructor({ passage, clean, words, tags }: ReadPassage) {
    this.passage = passage;
    this.clean = clean;
    this.words = words;
    this.tags = tags;
  }

  get frame(): Frame {
    this.framed ??= frameOf(this.passage, this.clean);
    return this.framed;
  }
}

/** The statements of a passage; `spans` are in order. */
export function sentencesOf(read: ReadPassage, spans: readonly Bounds[]): Statement[] {
  const page = new Page(read);
  const tagsIn = walk(page.tags, ({ start }) => start);
  const disguisesIn = walk(page.clean.disguises, ({ at }) => at);
  for (const span of spans) {
    page.sentences.push(new Sentence(page, page.sentences.length, span, tagsIn(span), disguisesIn(span)));
  }
  return page.sentences;
}

/** Gives the items that begin within a span, to one span after the other: items and spans are in order, and none is looked at twice. */
function walk<Item>(items: readonly Item[], startOf: (item: Item) => number): (span: Bounds) => Item[] {
  let from = 0;
  const next = (index: number) => {
    const item = items[index];
    return item === undefined ? Number.POSITIVE_INFINITY : startOf(item);
  };
  return ([start, end]) => {
    while (next(from) < start) from++;
    let to = from;
    while (next(to) < end) to++;
    return items.slice(from, to);
  };
}

/** "Never do this: …" forbids what follows; "do not forget: …" does not. */
const BANNING =
  /^[\s*_>\d.)-]{0,8}(?:never|do not|don't|must not|avoid|forbidden|prohibited|not allowed)(?: ever)?(?: (?:do|doing|run|write|use|allow|accept))?(?: (?:this|that|so|the following|these|things like this))?[*_]{0,2}:/;

/** Most sentences are looked at once and dropped, so nothing but the set of concepts is worked out beforehand. */
class Sentence implements Statement {
  readonly concepts: ConceptBits;
  private readonly own: readonly Tag[];
  private readonly start: number;
  private readonly end: number;
  private ownText: string | undefined;
  private ownWords: Words | undefined;
  private ownVoices: Voices | undefined;
  private byConcept: ReadonlyMap<Concept, readonly Tag[]> | undefined;
  private byClass: ReadonlyMap<Concept, readonly Tag[]> | undefined;
  private frameTags: readonly Tag[] | undefined;
  private classes: ConceptBits | undefined;

  constructor(
    private readonly page: Page,
    private readonly index: number,
    [start, end]: Bounds,
    tags: readonly Tag[],
    private readonly disguised: Clean['disguises'],
  ) {
    this.start = start;
    this.end = end;
    this.own = tags.length === 0 || (tags.at(-1)?.end ?? 0) <= end ? tags : tags.filter((tag) => tag.end <= end);
    this.concepts = bitsOf(this.own);
  }

  get text(): string {
    this.ownText ??= this.page.clean.text.slice(this.start, this.end);
    return this.ownText;
  }

  get words(): Words {
    this.ownWords ??= this.page.words.within(this.start, this.end);
    return this.ownWords;
  }

  get voices(): Voices {
    this.ownVoices ??= voicesOf(this.words);
    return this.ownVoices;
  }

  get tongue(): Tongue {
    return tongueOf(this.voices);
  }

  get tags(): ReadonlyMap<Concept, readonly Tag[]> {
    this.byConcept ??= tagMap(this.own, this.start);
    return this.byConcept;
  }

  get frameWords(): ReadonlyMap<Concept, readonly Tag[]> {
    this.byClass ??= tagMap(this.ownFrameWords, 0);
    return this.byClass;
  }

  get frameConcepts(): ConceptBits {
    this.classes ??= bitsOf(this.ownFrameWords);
    return this.classes;
  }

  /** By themselves they are enough for gates. */
  private get ownFrameWords(): readonly Tag[] {
    this.frameTags ??= tagFrameWords(this.words, this.passage.unspaced);
    return this.frameTags;
  }

  get passage(): Passage {
    return this.page.passage;
  }

  get offset(): number {
    const { passage, clean } = this.page;
    return passage.derived ? passage.base : clean.rawOffset(this.start);
  }

  get original(): string {
    const { passage, clean } = this.page;
    const base = passage.derived ? 0 : passage.base;
    return passage.raw.slice(clean.rawOffset(this.start) - base, clean.rawOffset(this.end) - base);
  }

  get disguises(): readonly Disguise[] {
    return this.disguised.map(({ kind }) => kind);
  }

  get mention(): boolean {
    const { frame, clean, tags } = this.page;
    return isMentioned(frame, clean.text, tags, this.start, this.end) || isSpokenAbroad(this);
  }

  get banned(): boolean {
    return this.page.frame.banned || BANNING.test(this.text);
  }

  get next(): readonly Statement[] {
    return this.page.sentences.slice(this.index + 1, this.index + 3);
  }

  get previous(): Statement | undefined {
    return this.page.sentences[this.index - 1];
  }
}

/** A sentence in another language than English with two words of texts that only speak of orders. */
function isSpokenAbroad(sentence: Sentence): boolean {
  const { tongue } = sentence;
  if (tongue === 'en') return false;
  const spoken = sentence.frameWords.get('spoken');
  return spoken !== undefined && new Set(spoken.filter(({ language }) => language === tongue).map(({ start }) => start)).size > 1;
}

function tagMap(tags: readonly Tag[], base: number): Map<Concept, Tag[]> {
  const found = new Map<Concept, Tag[]>();
  for (const { concept, start, end, language } of tags) {
    const list = found.get(concept);
    const tag = { concept, start: start - base, end: end - base, ...(language && { language }) };
    if (list) list.push(tag);
    else found.set(concept, [tag]);
  }
  return found;
}
