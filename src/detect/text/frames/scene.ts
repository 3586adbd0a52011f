import type { Concept } from '../lexicon/concepts.js';
import type { TextDocument } from '../reading/document.js';
import type { Tag } from '../reading/phrase-trie.js';
import type { Statement } from '../reading/statement.js';
import type { Tongue } from '../reading/tongue.js';

/** A sentence that may order something, with the one before it where that names what "it" is. */
export interface FrameScene {
  statement: Statement;
  document: TextDocument;
  /** The sentence that a pronoun refers to. */
  antecedent: Statement | undefined;
  /** Clean text of both, the antecedent first. */
  text: string;
  tongue: Tongue;
}

/** Commands, paths and addresses: their letters are no words of the sentence. */
export const NAMES = /`[^`]*`|\S*(?:\/|@|\\|:\/\/)\S*/g;

/** Words of a class in a statement, in one language. Letters of names, and words of a phrase that only tells when, count for nothing else. */
export function frameWordsIn(statement: Statement, concept: Concept, tongue: Tongue): Tag[] {
  const found = (statement.frameWords.get(concept) ?? []).filter(({ language }) => language === tongue);
  if (found.length === 0) return found;
  const names = [...statement.text.matchAll(NAMES)].map(({ index, 0: name }) => ({ start: index, end: index + name.length }));
  const apart =
    concept === 'occasion'
      ? names
      : [...names, ...(statement.frameWords.get('occasion') ?? []).filter(({ language }) => language === tongue)];
  return found.filter(({ start, end }) => !apart.some((each) => each.start < end && start < each.end));
}

/** Words of a class in the language of the scene; those of the antecedent lie at negative offsets. */
export function frameWordsOf({ statement, antecedent, tongue }: FrameScene, concept: Concept): Tag[] {
  const own = frameWordsIn(statement, concept, tongue);
  if (antecedent === undefined) return own;
  const shift = antecedent.text.length + 1;
  return [...frameWordsIn(antecedent, concept, tongue).map((tag) => ({ ...tag, start: tag.start - shift, end: tag.end - shift })), ...own];
}
