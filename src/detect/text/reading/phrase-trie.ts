import { dataFile } from '../../../support/data-file.js';
import { pairsOf } from '../../../support/data-table.js';
import { type Concept, concepts } from '../lexicon/concepts.js';
import { lexica } from '../lexicon/registry.js';
import { bitsOf, type ConceptBits } from './gate.js';
import { Phrases } from './phrases.js';
import type { Words } from './words.js';

/** What a word or phrase stands for. */
interface Meaning {
  readonly concept: Concept;
  /** The language of the word, where it counts. */
  readonly language?: string;
}

/** A word or phrase found in clean text, and what it stands for. Offsets are into the clean text. */
export interface Tag extends Meaning {
  start: number;
  end: number;
}

let lexicon: Phrases<Meaning> | undefined;
let frameWords: Phrases<Meaning> | undefined;

function* ofLexica(): Generator<[string, Meaning]> {
  const meanings = new Map(concepts.map((concept) => [concept, { concept }]));
  for (const words of lexica)
    for (const [concept, meaning] of meanings)
      for (const phrase of (words[concept] ?? '').split(', ')) yield [phrase.trim().replaceAll('’', "'"), meaning];
}

/** Classes of what verbs do. */
const ACTS: ReadonlySet<Concept> = new Set([
  'taking',
  'sending',
  'running',
  'fetching',
  'placing',
  'disabling',
  'wiping',
  'altering',
  'hiding',
  'counting',
  'voiding',
  'using',
  'posing',
  'asking',
]);
const STRESSED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** A Spanish order with a pronoun behind it writes its stress: `borra` and `bórralo`, `desactiv*` and `desactívalo`. */
function withPronoun(phrase: string): string | undefined {
  const match = /^([^ ]*)([aeiou])([^aeiouáéíóú ]+(?:[aeo]\*?|\*))$/.exec(phrase);
  return match === null ? undefined : `${match[1]}${STRESSED[match[2] ?? '']}${match[3]?.replace('*', '')}*`;
}

function* ofFrameWords(): Generator<[string, Meaning]> {
  const meanings = new Map<string, Meaning>();
  for (const [phrase, classes] of pairsOf(dataFile('frame-words.tsv')))
    for (const each of classes.split(',')) {
      const [concept, language] = each.split(':') as [Concept, string];
      const meaning = meanings.get(each) ?? { concept, language };
      meanings.set(each, meaning);
      yield [phrase, meaning];
      const stressed = language === 'es' && ACTS.has(concept) ? withPronoun(phrase) : undefined;
      if (stressed !== undefined) yield [stressed, meaning];
    }
}

/**
 * Every word of the lexica in a text, which must be clean (see clean.ts), by start and then by end. `anywhere` ignores word
 * boundaries, for letters that were joined without knowing where words end.
 */
export function tagText(words: Words, anywhere = false): Tag[] {
  lexicon ??= new Phrases(ofLexica(), bitsOf);
  return tagsOf(lexicon, words, anywhere);
}

/** The same for words of frames. They are many, so only what reads frames asks for them. */
export function tagFrameWords(words: Words, anywhere = false): Tag[] {
  frameWords ??= new Phrases(ofFrameWords(), bitsOf);
  return tagsOf(frameWords, words, anywhere);
}

/** The concepts of `tagText`, and perhaps others: what words begin, without a look at how they go on. */
export function conceptsThatMayBe(words: Words): ConceptBits {
  lexicon ??= new Phrases(ofLexica(), bitsOf);
  return lexicon.sumOf(words);
}

/** The same for `tagFrameWords`. */
export function classesThatMayBe(words: Words): ConceptBits {
  frameWords ??= new Phrases(ofFrameWords(), bitsOf);
  return frameWords.sumOf(words);
}

function tagsOf(phrases: Phrases<Meaning>, words: Words, anywhere: boolean): Tag[] {
  const tags: Tag[] = [];
  const add = (start: number, end: number, { concept, language }: Meaning) => {
    tags.push(language === undefined ? { concept, start, end } : { concept, start, end, language });
  };
  if (anywhere) phrases.eachAnywhere(words.text, add);
  else phrases.each(words, add);
  return tags;
}
