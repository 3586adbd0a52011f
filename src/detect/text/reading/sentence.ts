import type { Concept } from '../lexicon/concepts.js';
import type { Clean, Disguise } from './clean.js';
import { type Frame, frameOf, isMentioned } from './frame.js';
import { bitsOf, type ConceptBits } from './gate.js';
import type { Passage } from './passage.js';
import { classesThatMayBe, conceptsThatMayBe, type Tag, tagFrameWords, tagText } from './phrase-trie.js';
import type { Statement } from './statement.js';
import { type Tongue, tongueOf, type Voices, voicesOf } from './tongue.js';
import { Words } from './words.js';
import { isPartOfWord } from './words-abroad.js';

/** Where a sentence begins and ends in the clean text of its passage. */
export type Bounds = readonly [start: number, end: number];

/** A passage read once; its sentences look up here what they are asked for. Of code nobody asks for more than how it is disguised. */
class Page {
  readonly sentences: Sentence[] = [];
  private framed: Frame | undefined;
  private read: Words | undefined;
  private tagged: readonly Tag[] | undefined;

  constructor(
    readonly passage: Passage,
    readonly clean: Clean,
  ) {}

  get words(): Words {
    this.read ??= Words.of(this.clean.text);
    return this.read;
  }

  /** In order of place. */
  get tags(): readonly Tag[] {
    this.tagged ??= tagText(this.words, this.passage.unspaced);
    return this.tagged;
  }

  /** The tags that lie within a span. */
  tagsIn(start: number, end: number): readonly Tag[] {
    const { tags } = this;
    let low = 0;
    for (let high = tags.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((tags[middle] as Tag).start < start) low = middle + 1;
      else high = middle;
    }
    const found: Tag[] = [];
    for (let tag = tags[low]; tag !== undefined && tag.start < end; tag = tags[++low]) if (tag.end <= end) found.push(tag);
    return found;
  }

  get frame(): Frame {
    this.framed ??= frameOf(this.passage, this.clean);
    return this.framed;
  }
}

/** The statements of a passage; `spans` are in order. */
export function sentencesOf(passage: Passage, clean: Clean, spans: readonly Bounds[]): Statement[] {
  const page = new Page(passage, clean);
  let next = 0;
  for (const span of spans) {
    const disguised = [];
    for (let each = clean.disguises[next]; each !== undefined && each.at < span[1]; each = clean.disguises[++next])
      if (each.at >= span[0]) disguised.push(each);
    page.sentences.push(new Sentence(page, page.sentences.length, span, disguised));
  }
  return page.sentences;
}

/** "Never do this: …" forbids what follows; "do not forget: …" does not. */
const BANNING =
  /^[\s*_>\d.)-]{0,8}(?:never|do not|don't|must not|avoid|forbidden|prohibited|not allowed)(?: ever)?(?: (?:do|doing|run|write|use|allow|accept))?(?: (?:this|that|so|the following|these|things like this))?[*_]{0,2}:|^[\s*_>\d.)-]{0,8}(?:(?:the )?(?:use|usage|using|running) (?:of )?)?`[^`]{1,80}`(?:(?:,|,? and|,? or) `[^`]{1,80}`){0,6} (?:is|are) (?:\w+ly )?(?:banned|forbidden|prohibited|not allowed|not permitted|never allowed|never permitted|disallowed|off[- ]limits)\b/;

/** Most sentences are looked at once and dropped, so nothing is worked out beforehand. */
class Sentence implements Statement {
  private readonly start: number;
  private readonly end: number;
  private ownTags: readonly Tag[] | undefined;
  private ownConcepts: ConceptBits | undefined;
  private ownText: string | undefined;
  private ownWords: Words | undefined;
  private ownVoices: Voices | undefined;
  private byConcept: ReadonlyMap<Concept, readonly Tag[]> | undefined;
  private byClass: ReadonlyMap<Concept, readonly Tag[]> | undefined;
  private frameTags: readonly Tag[] | undefined;
  private classes: ConceptBits | undefined;
  private possibleClasses: ConceptBits | undefined;

  constructor(
    private readonly page: Page,
    private readonly index: number,
    [start, end]: Bounds,
    private readonly disguised: Clean['disguises'],
  ) {
    this.start = start;
    this.end = end;
  }

  private get own(): readonly Tag[] {
    this.ownTags ??= this.page.tagsIn(this.start, this.end);
    return this.ownTags;
  }

  get concepts(): ConceptBits {
    this.ownConcepts ??= bitsOf(this.own);
    return this.ownConcepts;
  }

  get possibleConcepts(): ConceptBits {
    return this.passage.unspaced ? this.concepts : conceptsThatMayBe(this.words);
  }

  get possibleFrameConcepts(): ConceptBits {
    this.possibleClasses ??= this.passage.unspaced ? this.frameConcepts : classesThatMayBe(this.words);
    return this.possibleClasses;
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
    this.byConcept ??= tagMap(withoutParts(this.own, this.text, this.start), this.start);
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
    this.frameTags ??= withoutParts(tagFrameWords(this.words, this.passage.unspaced), this.text, 0);
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
  const spoken = sentence.frameWords.get('spoken')?.filter(({ language }) => language === tongue) ?? [];
  // One prohibition may be two words of the list, of which each holds a part of the other.
  return spoken.some((one) => spoken.some((other) => other.start >= one.end));
}

/** Without single letters that are a part of a longer word where words are written without blanks: 问, to ask, in 问题, a problem. */
function withoutParts(tags: readonly Tag[], text: string, base: number): readonly Tag[] {
  if (!WITHOUT_BLANKS.test(text)) return tags;
  return tags.filter(({ start, end }) => end - start > 1 || !isPartOfWord(text, start - base));
}

const WITHOUT_BLANKS = /[\u3040-\u30ff\u3400-\u9fff]/;

function tagMap(tags: readonly Tag[], base: number): Map<Concept, Tag[]> {
  const found = new Map<Concept, Tag[]>();
  for (const each of tags) {
    const tag = base === 0 ? each : movedBack(each, base);
    const list = found.get(tag.concept);
    if (list) list.push(tag);
    else found.set(tag.concept, [tag]);
  }
  return found;
}

function movedBack({ concept, start, end, language }: Tag, by: number): Tag {
  const tag = { concept, start: start - by, end: end - by };
  return language === undefined ? tag : { ...tag, language };
}
