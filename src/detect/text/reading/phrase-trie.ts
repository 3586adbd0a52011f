import { lazily } from '../../../support/lazily.js';
import { bitsOf, type ConceptBits } from './gate.js';
import { frameWordTable, lexiconTable, type Meaning } from './lexicon-tables.js';
import { Phrases } from './phrases.js';
import type { Words } from './words.js';

/** A word or phrase found in clean text, and what it stands for. Offsets are into the clean text. */
export interface Tag extends Meaning {
  start: number;
  end: number;
}

const lexicon = lazily(() => new Phrases(lexiconTable(), bitsOf));
const frameWords = lazily(() => new Phrases(frameWordTable(), bitsOf));

/**
 * Every word of the lexica in a text, which must be clean (see clean.ts), by start and then by end. `anywhere` ignores word
 * boundaries, for letters that were joined without knowing where words end.
 */
export function tagText(words: Words, anywhere = false): Tag[] {
  return tagsOf(lexicon(), words, anywhere);
}

/** The same for words of frames. They are many, so only what reads frames asks for them. */
export function tagFrameWords(words: Words, anywhere = false): Tag[] {
  return tagsOf(frameWords(), words, anywhere);
}

/** The concepts of `tagText`, and perhaps others: what words begin, without a look at how they go on. */
export function conceptsThatMayBe(words: Words): ConceptBits {
  return lexicon().sumOf(words);
}

/** The same for `tagFrameWords`. */
export function classesThatMayBe(words: Words): ConceptBits {
  return frameWords().sumOf(words);
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
