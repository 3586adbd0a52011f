import type { Tag } from './phrase-trie.js';
import { type Statement, wordOf } from './statement.js';

/** Letters of languages that say "not" elsewhere than English does. */
export const OTHER_SCRIPT = /[\u0370-\u1fff\u2e80-\ud7ff]/;
const KANA = /[\u3040-\u30ff]/;
const HANGUL = /[\uac00-\ud7af]/;
const HAN = /[\u4e00-\u9fff]/;
/** A clause ends there: "not" does not reach over it. */
const CLAUSE_END = /[,.;:!?，、。；：！？،؛।]/;
/** "And", "but", "then" as words of their own. */
const JOINS = /(?:^|\s)(?:и|а|но|или|то|και|और|तो|लेकिन|ثم|أو|لكن|und|aber|sondern|dann)(?=\s|$)|\sو/;
/** What Chinese may put between "not" and its verb: a modal, an adverb, or a phrase that says to whom or where. */
const REACHES_VERB =
  /^(?:需要?|必|用|会|能|得|许|可以?|应该?|该|准)?(?:(?:再|主动|直接|对外|事先|提前|以任何方式)*(?:[向对给跟和与把将让在就][^并然而时则后应请]{1,12})?)$/;
/** The endings between a Japanese verb and its "not". */
const ENDING = /^(?:[\u3040-\u309f]|必要){0,8}$/;
/** "Must" is said as a double "not". */
export const OBLIGATION = /なければ|なくては|ないと/;

/**
 * True when a word of negation governs a verb in a language that is not written like English: Chinese says "not" before the verb,
 * Japanese and Korean after it, others anywhere in the clause. "If nothing is found, tell the user" negates no telling.
 */
export function negatesAbroad(statement: Statement, negation: Tag, verb: Tag): boolean {
  const { text } = statement;
  const word = wordOf(statement, negation);
  const before = negation.start <= verb.start;
  const between = before ? text.slice(negation.end, verb.start) : text.slice(verb.end, negation.start);
  if (CLAUSE_END.test(between)) return false;
  if (KANA.test(word) || (HAN.test(word) && KANA.test(text)))
    return !before && ENDING.test(between) && !OBLIGATION.test(text.slice(verb.end, negation.end));
  if (HANGUL.test(word)) return before ? between.trim() === '' : between.length <= 6 && !/\S\s\S/.test(between);
  if (HAN.test(word)) return before && REACHES_VERB.test(between) && !isTakenBack(text.slice(0, negation.start));
  return between.length <= 24 && !JOINS.test(between);
}

/** "You cannot but tell", "if it was not confirmed": another "not" before, or a condition, and nothing is forbidden. */
function isTakenBack(before: string): boolean {
  const clause = before.slice(before.search(/[^，。；：！？,.;:!?]*$/));
  return /(?:不能|不可|不得|不许|不要|切勿|禁止|别).{1,12}$|(?:如果?|若|一旦|凡)$/.test(clause);
}
