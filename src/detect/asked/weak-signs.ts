import { redactReason } from '../../support/redact.js';
import { safeText } from '../../support/terminal.js';
import { judgeStatements } from '../text/judge.js';
import type { Concept } from '../text/lexicon/concepts.js';
import type { TextDocument } from '../text/reading/document.js';
import { type Statement, wordOf } from '../text/reading/statement.js';
import { ACTS, MANNERS, THINGS } from '../text/reason.js';

/** What the rules saw in a statement: the rules that only its framing set aside, the words with their meaning, how it is hidden. */
export interface WeakSigns {
  /** Ids of rules. */
  rules: readonly string[];
  /** Redacted words by concept. */
  words: Readonly<Record<string, readonly string[]>>;
  /** `quoted or shown`, `forbidden`, the channel, the disguises. */
  framing: readonly string[];
  /** How much speaks for an order against the user; from `DOUBT` on it is worth a question. */
  weight: number;
}

/** Weight from which on a statement without a finding is doubtful. */
export const DOUBT = 3;

/** Words of one concept that are named. */
const MAX_WORDS = 4;

/** The signs in a statement. Linear in its words. */
export function weakSignsOf(statement: Statement, document: TextDocument): WeakSigns {
  const { mention, banned, passage, disguises } = statement;
  const rules = [...new Set(judgeStatements([asSaid(statement)], document).map(({ sighting }) => sighting.rule))].sort();
  const held = (list: readonly Concept[]) => list.filter((concept) => statement.tags.has(concept));
  const [acts, things, manners] = [held(ACTS), held(THINGS), held(MANNERS)];
  const framing = [
    ...(mention ? ['quoted or shown'] : []),
    ...(banned ? ['forbidden'] : []),
    ...(passage.channel === 'open' ? [] : [passage.channel]),
    ...disguises,
  ];
  const unseen = passage.channel === 'open' ? 0 : 2;
  const meant = acts.length === 0 ? 0 : things.length + 2 * manners.length;
  const weight = 4 * rules.length + (meant === 0 ? 0 : meant + unseen + 2 * disguises.length);
  return { rules, words: wordsOf(statement, [...acts, ...things, ...manners]), framing, weight };
}

/** The statement as if nothing around it said that it is only spoken of. */
function asSaid(statement: Statement): Statement {
  const { text, tags, concepts, passage, offset, original, disguises, next, previous } = statement;
  return {
    ...{ text, tags, concepts, passage, offset, original, disguises, next, previous, mention: false, banned: false },
    // Looked up on demand.
    get words() {
      return statement.words;
    },
    get voices() {
      return statement.voices;
    },
    get tongue() {
      return statement.tongue;
    },
    get frameWords() {
      return statement.frameWords;
    },
    get frameConcepts() {
      return statement.frameConcepts;
    },
    get possibleConcepts() {
      return statement.possibleConcepts;
    },
    get possibleFrameConcepts() {
      return statement.possibleFrameConcepts;
    },
  };
}

function wordsOf(statement: Statement, named: readonly Concept[]): Record<string, string[]> {
  const entries = named.map((concept): [string, string[]] => {
    const words = (statement.tags.get(concept) ?? []).map((tag) => safeText(redactReason(wordOf(statement, tag))));
    return [concept, [...new Set(words)].slice(0, MAX_WORDS)];
  });
  return Object.fromEntries(entries);
}
