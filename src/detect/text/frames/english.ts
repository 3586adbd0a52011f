import type { Tag } from '../reading/phrase-trie.js';
import { type FrameScene, NAMES } from './scene.js';

/** Words before an act that is ordered: the begin of a clause, a modal, a request. */
const ORDERED =
  /(?:^[\s\d.)>*#|\-[\]x<_"'`(]{0,14}|[,;:>.!|)\]–—-][*_"'”]{0,3}\s{1,3}|\b(?:then|and|also|always|please|kindly|must|should|shall|first|now|immediately|silently|quietly|you|or|agent|assistant|just|simply|from now on|have to|has to|need to|needs to|going to|(?:you|we|agent|assistant|model) (?:can|could|may|might|will|would)|why not|(?:can|could|will|would|should) (?:you|we) not|never|do not|don't|let's|want you to|like you to|ask you to|is to|are to|sure to|remember to|order to|helps to|step is to|task is to|job is to|agrees? to|begins? by|starts? by)\s{1,3}(?:\w{2,12}ly\s{1,3})?)$/;
/** What somebody or something can do: no order. */
const OFFERED =
  /\b(?:allows?|enables?|lets?|helps?|wants?|wish\w*|likes?|needs?|tr(?:y|ies)|supports?|used?|able|ability|ways?|how|possible|easy|easier|hard|designed|meant|intended|tools?|services?|options?|api|commands?|functions?|features?|utility|library|apps?|application|users?|developers?|customers?|they|we|it)\b[^.;,:]{0,40}\b(?:to|(?<!\bif you )(?:can|will|may|could|would|must|should))\s{1,3}(?:\w{2,12}ly\s{1,3})?$/;
/** Before a participle: what is to be done, or what happens each time. */
const PASSIVE =
  /\b(?:be|is|are|gets?|being|been|stays?|remains?|left|kept)\s{1,3}(?:\w{2,12}ly\s{1,3}|then\s{1,3}|also\s{1,3}|always\s{1,3}|to be\s{1,3})?(?:\w{3,14}ed and\s{1,3})?$/;
/** Before the noun of an act: a step consists of it. */
const NOMINAL = /(?:\b(?:of|with|by|is|are|includes?|means|involves?|requires?|demands?|and|the|for|after)|:)\s{1,3}(?:the\s{1,3})?$/;
const PRONOUN =
  /^\w+(?:\s{1,3}\w{2,12}ly)?\s{1,3}(?:it|them|this|that|these|those|everything|(?:the|its|their|that|this) \w+)\b|\b(?:it|them|this|that|these|those)\b/;
/** Words of acts that say how things end: their subject is what is acted on. */
const OUTCOME =
  /^(?:goes|go|ends? up|lands?|arrives?|reaches|is gone|are gone|gone|off|down|out of|stays?|no longer|is (?:off|down|void|for|now)|are (?:off|void)|lapses?|expires?|ceases?|loses?|ends?|takes? the place|comes?|belongs?|without|in the (?:bin|trash)|invisible|aside|is seen|counts? (?:for|as)|replaces|supersedes|disappears?|vanish(?:es)?)/;
/** Words of a clause; another clause is about something else. */
const BREAK = /[;!?|]|\.\s|,\s(?:and|but|then|which|where|so)\b|\b(?:before|after|until|during|while)\b/;

/** Behind a comma a gerund tells what comes of it. */
const PARTICIPLE = /[,;–—]\s{1,3}(?:\w{2,12}ly\s{1,3})?$/;
/** Says when something is left out, not what; a question that is skipped is not asked; what is flushed to a disk is written. */
const INTRANSITIVE =
  /^(?:omit|skip|drop|exclude|hide)(?:ting|ping|ed|ding)? (?:for|when|if|unless|in case|where|(?:any|the|all|every)? ?questions?\b)|^flush(?:es|ed|ing)? (?:\w+ ){0,3}to\b/;

/** Letters between an act and its object. */
const SPAN = 60;

/** Names and commands may be long, and hold what would end a clause. */
function isOneClause(between: string): boolean {
  const words = between.replace(NAMES, '_');
  return words.length <= SPAN && !BREAK.test(words);
}

/** True where an English act stands in the passive. */
export function isPassive(word: Tag, text: string): boolean {
  return PASSIVE.test(text.slice(Math.max(0, word.start - 90), word.start));
}

/** True where an English act is done: ordered with its object behind it, in the passive with its object before it, or as a noun. */
export function isDoing(word: Tag, objects: readonly Tag[], scene: FrameScene): boolean {
  const { text } = scene.statement;
  const before = text.slice(Math.max(0, word.start - 90), word.start);
  const said = text.slice(word.start, word.end);
  const outcome = OUTCOME.test(said);
  const passive = PASSIVE.test(before) && /(?:ed|en|un|t|d|ne|wn)$/.test(said.split(' ')[0] ?? '');
  if (passive || outcome)
    return objects.length === 0 || objects.some((each) => (each.start >= 0 && each.end <= word.start) || each.start > word.end);
  if (/[^s]s$|[^e]ed$/.test(said.split(' ')[0] ?? '')) return false;
  if (INTRANSITIVE.test(text.slice(word.start))) return false;
  const ordered = /ing\b/.test(said)
    ? NOMINAL.test(before) || (ORDERED.test(before) && !PARTICIPLE.test(before))
    : ORDERED.test(before) && !OFFERED.test(before);
  if (!ordered) return false;
  if (objects.length === 0) return true;
  const behind = objects.some((each) => each.start >= word.end && isOneClause(text.slice(word.end, each.start)));
  return behind || (objects.some((each) => each.start < 0) && PRONOUN.test(text.slice(word.start, word.end + 60)));
}
