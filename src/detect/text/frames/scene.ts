import type { Concept } from '../lexicon/concepts.js';
import type { TextDocument } from '../reading/document.js';
import type { Tag } from '../reading/phrase-trie.js';
import type { Statement } from '../reading/statement.js';
import { clearTongueOf, type Tongue, tongueOf } from '../reading/tongue.js';

/** A sentence that may order something, with the one before it where that names what "it" is. */
export interface FrameScene {
  statement: Statement;
  document: TextDocument;
  /** The sentence that a pronoun refers to. */
  antecedent: Statement | undefined;
  /** Clean text of both, the antecedent first. */
  text: string;
  readonly tongue: Tongue;
}

/** The scene of a statement. Most are only looked at for the shapes in their text, and never asked for their language. */
export function sceneOf(statement: Statement, antecedent: Statement | undefined, document: TextDocument): FrameScene {
  return new Scene(statement, antecedent, document);
}

class Scene implements FrameScene {
  readonly text: string;
  private told: Tongue | undefined;

  constructor(
    readonly statement: Statement,
    readonly antecedent: Statement | undefined,
    readonly document: TextDocument,
  ) {
    this.text = antecedent === undefined ? statement.text : `${antecedent.text} ${statement.text}`;
  }

  get tongue(): Tongue {
    this.told ??= tongueOfScene(this.statement, this.antecedent);
    return this.told;
  }
}

/**
 * Commands, paths and addresses: their letters are no words of the sentence. They end where a script without blanks goes on, in which nobody parts
 * them from the words beside.
 */
export const NAMES = /`[^`]*`|[^\s\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]*(?:\/|@|\\|:\/\/)[^\s\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]*/g;

/** Where a pattern matches. */
export function stretchesOf(pattern: RegExp, text: string): { start: number; end: number }[] {
  return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}

/** Words of a class in a statement, in one language. Letters of names, and words of a phrase that only tells when, count for nothing else. */
export function frameWordsIn(statement: Statement, concept: Concept, tongue: Tongue): Tag[] {
  const found = (statement.frameWords.get(concept) ?? []).filter(({ language }) => language === tongue);
  if (found.length === 0) return found;
  const names = stretchesOf(NAMES, statement.text);
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

/** The language of a sentence and of the one before it. Where small words are few, those of acts and things tell it, too. */
export function tongueOfScene(statement: Statement, antecedent: Statement | undefined): Tongue {
  const told = clearTongueOf(statement.voices, antecedent?.voices);
  if (told !== undefined) return told;
  return tongueOf(statement.voices, antecedent?.voices, [...languagesOf(statement), ...(antecedent ? languagesOf(antecedent) : [])]);
}

/** For each place where a word begins: the languages that know it. */
function languagesOf({ frameWords, text }: Statement): Iterable<Set<string>> {
  const found = new Map<number, Set<string>>();
  const names = stretchesOf(NAMES, text);
  for (const tags of frameWords.values())
    for (const { start, language } of tags) {
      if (language === undefined || names.some((name) => name.start <= start && start < name.end)) continue;
      const known = found.get(start);
      if (known) known.add(language);
      else found.set(start, new Set([language]));
    }
  return found.values();
}

/** Before what something is counted as. Russian says it by the ending, and Chinese, Japanese and Korean by the act's own word. */
const AS: Readonly<Partial<Record<Tongue, RegExp>>> = {
  en: /\b(?:as|for|from)\b/,
  de: /(?<!\p{L})(?:als|für)(?!\p{L})/u,
  es: /(?<!\p{L})(?:como|por)(?!\p{L})/u,
  fr: /(?<!\p{L})(?:comme|pour)(?!\p{L})/u,
  it: /(?<!\p{L})(?:come|per)(?!\p{L})/u,
  pt: /(?<!\p{L})(?:como|por)(?!\p{L})/u,
};
/** Letters between an order and who gives it, and between either and the word before. */
const BESIDE = 16;
const BEFORE = 24;

/** Something is to count as the order of somebody whose orders count. */
export function isCommandOf({ statement, tongue }: FrameScene): boolean {
  const authorities = frameWordsIn(statement, 'authority', tongue);
  return frameWordsIn(statement, 'precept', tongue).some((precept) =>
    authorities.some((authority) => {
      const [first, last] = precept.start < authority.start ? [precept, authority] : [authority, precept];
      if (last.start - first.end > BESIDE || last.start < first.end) return false;
      return AS[tongue]?.test(statement.text.slice(Math.max(0, first.start - BEFORE), first.start)) !== false;
    }),
  );
}
