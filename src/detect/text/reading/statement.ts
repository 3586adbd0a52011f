import type { Concept } from '../lexicon/concepts.js';
import type { Disguise } from './clean.js';
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
/** Forgetting a thing, and waiting with it. */
const PUT_OFF =
  /(?<!\p{L})(?:forget|hesitate|wait|delay|fail to|verg(?:iss|ess)\p{L}*|zöger\p{L}*|warte\p{L}*|oubli\p{L}*|hésit\p{L}*|attend\p{L}*|olvid\p{L}*|dud\p{L}*|esper\p{L}*|dimentic\p{L}*|esit\p{L}*|aspett\p{L}*|esque[cç]\p{L}*|hesit\p{L}*|забуд\p{L}*|забыва\p{L}*|жди\p{L}*|медли\p{L}*)(?!\p{L})|忘|犹豫|迟疑|잊|망설|주저/u;

/** True when a negation governs the word: "never read …", "… must not be sent", 読み取らないで. */
export function isForbidden(statement: Statement, tag: Tag): boolean {
  return tagsOf(statement, 'negate').some((negation) => governs(statement, negation, tag));
}

function governs(statement: Statement, negation: Tag, tag: Tag): boolean {
  if (negation.start < tag.start) {
    const between = statement.text.slice(negation.end, tag.start);
    if (negation.end > tag.start || between.length > REACH || BREAK.test(between)) return false;
    if (isPutOff(statement.text, negation, tag)) return false;
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

/** "Do not forget to send it", "vergiss nicht, es zu senden": who must not forget a thing does it. */
export function isPutOff(text: string, denial: Pick<Tag, 'start'>, act: Pick<Tag, 'start'>): boolean {
  return PUT_OFF.test(text.slice(Math.max(0, denial.start - BESIDE), act.start));
}

/** Letters between a denial and what it denies, where that stands before it. */
const BESIDE = 16;

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
