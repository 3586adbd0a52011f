import type { Concept } from '../lexicon/concepts.js';
import type { Disguise } from './clean.js';
import { deniesNothing } from './empty-denial.js';
import type { ConceptBits } from './gate.js';
import type { Passage } from './passage.js';
import type { Tag } from './phrase-trie.js';
import type { Tongue, Voices } from './tongue.js';
import type { Words } from './words.js';

/** One sentence, with what its words stand for and how it is framed. */
export interface Statement {
  /** Clean text: lower case, single spaces. */
  text: string;
  /** The words of `text`. */
  words: Words;
  /** What it shows of its language, and the language that follows. */
  voices: Voices;
  tongue: Tongue;
  tags: ReadonlyMap<Concept, readonly Tag[]>;
  /** The keys of `tags`, for gates. */
  concepts: ConceptBits;
  /** At least these, told at a glance: a gate that they do not open need not be asked again. */
  possibleConcepts: ConceptBits;
  /** Words of frames in it, with their language, and the classes that occur. Worked out when they are asked for. */
  frameWords: ReadonlyMap<Concept, readonly Tag[]>;
  frameConcepts: ConceptBits;
  possibleFrameConcepts: ConceptBits;
  passage: Passage;
  /** Offset in the document, in UTF-16 units. */
  offset: number;
  /** The original words. */
  original: string;
  disguises: readonly Disguise[];
  /** Spoken of, not said: quoted, an example, a pattern to look for, a test. */
  mention: boolean;
  /** Stands under a heading or lead-in that forbids. */
  banned: boolean;
  /** Sentences of the same passage after this one, at most two, and the one before. */
  next: readonly Statement[];
  previous: Statement | undefined;
}

const NONE: readonly Tag[] = [];

/** Words of the statement that stand for a concept. */
export function tagsOf(statement: Statement, concept: Concept): readonly Tag[] {
  return statement.tags.get(concept) ?? NONE;
}

/** True when some word stands for each of the concepts. */
export function has(statement: Statement, ...wanted: Concept[]): boolean {
  return wanted.every((concept) => statement.tags.has(concept));
}

/** Words of a concept that the statement does not forbid. */
export function ordered(statement: Statement, concept: Concept): readonly Tag[] {
  return tagsOf(statement, concept).filter((tag) => !isForbidden(statement, tag));
}

/** Acts that take a preceding "not" for themselves, so that what follows them is not forbidden by it. */
const ABSORBING: readonly Concept[] = ['disclose', 'ask', 'hush'];
const BREAK = /[;:]|\bbut\b|\binstead\b|\bthen\b|[.!?。！？]\s|[,，、] (?:and |only )?(?:always|you must)\b/;
const TRAILING_NEGATION = /[\u3040-\u30ff\uac00-\ud7af\u0900-\u097f]/;
const REACH = 80;
/** "Without asking" denies something else. */
export const WITHOUT = /^(?:without|ohne|sans|sin|senza|sem|без)(?!\p{L})/u;

/** True when a negation governs the word: "never read …", "… must not be sent", 読み取らないで. */
export function isForbidden(statement: Statement, tag: Tag): boolean {
  return tagsOf(statement, 'negate').some((negation) => governs(statement, negation, tag));
}

function governs(statement: Statement, negation: Tag, tag: Tag): boolean {
  if (negation.start < tag.start) {
    const between = statement.text.slice(negation.end, tag.start);
    if (negation.end > tag.start || between.length > REACH || BREAK.test(between)) return false;
    if (deniesNothing(statement.text, negation, tag)) return false;
    // In Japanese and Korean "not" ends what it negates: the act after it is another.
    if (/[\u3040-\u30ff\uac00-\ud7af]/.test(wordOf(statement, negation))) return false;
    return !ABSORBING.some((concept) => tagsOf(statement, concept).some((verb) => verb.start >= negation.end && verb.end <= tag.start));
  }
  const between = statement.text.slice(tag.end, negation.start);
  return (
    negation.start >= tag.end - 2 &&
    between.length <= 6 &&
    TRAILING_NEGATION.test(statement.text.slice(tag.start, negation.end)) &&
    !/[、。,，\s]/.test(between)
  );
}

/** Pairs of words of two concepts at most `distance` characters apart, in either order. */
export function near(left: readonly Tag[], right: readonly Tag[], distance: number): [Tag, Tag] | undefined {
  for (const a of left) {
    for (const b of right) {
      if (gap(a, b) <= distance) return [a, b];
    }
  }
  return undefined;
}

/** Characters between two words; 0 when they touch or overlap. */
export function gap(a: Tag, b: Tag): number {
  return Math.max(0, a.start < b.start ? b.start - a.end : a.start - b.end);
}

/** The words themselves. */
export function wordOf(statement: Statement, tag: Tag): string {
  return statement.text.slice(tag.start, tag.end);
}
