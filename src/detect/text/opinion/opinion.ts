import { compareSeverity } from '../../../model/severity.js';
import type { Detection, StatementDetection } from '../checks/detection.js';
import { mayNameTopic } from '../frames/act-frame.js';
import { isExample } from '../frames/framing.js';
import { antecedentOf } from '../frames/judge-acts.js';
import { tellingOf } from '../mention/mention.js';
import { isContact } from '../reading/contact.js';
import type { TextDocument } from '../reading/document.js';
import type { Statement } from '../reading/statement.js';
import { textRule } from '../rules/registry.js';
import { wordFeaturesOf, wordsOf } from './features.js';
import { impressionOf } from './impression.js';
import { type Model, scoreOf, shippedModel } from './model.js';
import { closerLook, featuresAfter, isJudged, listeners, Scores } from './scores.js';

/** Log-odds in English, and in other languages. */
interface Bar {
  en: number;
  abroad: number;
}

function barFor(bar: Bar, { tongue }: Statement): number {
  return tongue === 'en' ? bar.en : bar.abroad;
}

/**
 * Log-odds from which a sentence is suspicious, and from which it is an alarm: of a thousand ordinary public files in English about six and
 * one have such a sentence.
 */
export const SUSPICIOUS: Bar = { en: -2.6, abroad: -0.85 };
const SURE: Bar = { en: -1.2, abroad: -0.15 };
/** The same in a definition of a tool, which has fewer words to tell it by. */
const SUSPICIOUS_DEFINITION: Bar = { en: -2, abroad: -2.1 };
const SURE_OF_DEFINITION: Bar = { en: -2, abroad: -1.2 };
/**
 * What the words of a sentence let the model guess at least where it is looked at further: most ordinary ones are not, nor one of a
 * hundred suspicious ones.
 */
const WORTH_A_LOOK = -6.2;
/**
 * Log-odds below which a sentence reads so ordinary that a rule which only knows words may be wrong about it: in English, and in other
 * languages, where a word of a rule more often means something else.
 */
const ORDINARY: ReadonlyMap<string, Bar> = new Map([
  ...bars('DES-01', -5.25, -2),
  ...bars('APR-03', -8.65, -2.5),
  ...bars('TRG-02', -6.25, -3),
  ...bars('APR-01', -6.85, -2.5),
  ...bars('APR-02', -5.25, -2.5),
  ...bars('APR-04', -5.75, -6),
  ...bars('INJ-06', -5.75, -4.5),
  ...bars('INJ-07', -6.25, -6),
  ...bars('PER-01', -6.25, -5.5),
  ...bars('INJ-04', -5.25, -3),
  ...bars('INJ-09', -7.55, -2),
  ...bars('CRD-02 PER-03', -4.25, -4.5),
  ...bars('INJ-01', -4.25, -3),
  ...bars('RCE-01', -5.25, -5.5),
  ...bars('INJ-03', -6.25, -3),
  ...bars('INJ-02', -4.25, -7),
  ...bars('CRD-01 INJ-05 INJ-10 PER-05', -6.85, -7),
  ...bars('EXF-05 SUP-05', -6.85, -7.7),
  // What these find is more often right than not: the sentence has to read very ordinary.
  ...bars('CRD-03', -7.55, -3),
  ...bars('EXF-03', -6.85, -3),
  ...bars('EXF-06', -11.25, -6.5),
  ...bars('EXF-02', -8.65, -4),
]);

function bars(rules: string, en: number, abroad: number): (readonly [string, Bar])[] {
  return rules.split(' ').map((rule) => [rule, { en, abroad }] as const);
}

/**
 * A second opinion on what the rules found: sentences that read like an order against the user are added where no rule says so, and what
 * rules about words find in a sentence that reads ordinary becomes unsure. Nothing is taken away.
 */
export function withOpinion(
  found: readonly StatementDetection[],
  statements: readonly Statement[],
  document: TextDocument,
): StatementDetection[] {
  if (document.addressee === 'people') return [...found];
  const model = shippedModel();
  const alarmed = new Set(found.filter(({ sighting }) => isGrave(sighting)).map(({ statement }) => statement));
  const doubtful = new Set(found.filter(({ sighting }) => ORDINARY.has(sighting.rule)).map(({ statement }) => statement));
  // What a fence of text says is doubted as other findings are; the opinion reports nothing of its own there.
  const isSettled = (statement: Statement) => statement.passage.role === 'shown' || alarmed.has(statement);
  const scores = new Scores(statements, document, model);
  const length = Math.max(scores.judged.length, (document.among ?? 0) / LETTERS);
  // A definition of a tool is one text among others of its server.
  const rarity = document.kind === 'json-string' ? 0 : rarityIn(length, FEWEST_TO_SUSPECT);
  const added: StatementDetection[] = [];
  for (const [index, { statement, before }] of scores.judged.entries()) {
    if (listeners.sentence === undefined && !doubtful.has(statement)) {
      if (isSettled(statement)) continue;
      // Definitions of tools are few words: what stands around those counts for more.
      if (document.kind !== 'json-string' && impressionOf(statement.words) < WORTH_A_LOOK + rarity) continue;
    }
    const own = scores.wholeAt(index);
    const least = rarity + barFor(document.kind === 'json-string' ? SUSPICIOUS_DEFINITION : SUSPICIOUS, statement);
    // Few sentences come near, and what more is asked of some takes a closer reading.
    if (isSettled(statement) || own < least - MOST_SUPPORT) continue;
    const bar = least + reserveOn(statement, document, rarity) + reserveAfter(before, statement);
    if (own < bar - MOST_SUPPORT) continue;
    const score = own + supportFrom(Math.max(...NEIGHBOURS.map((step) => scores.wholeAt(index + step))));
    if (score >= bar && hasWords(statement)) added.push({ statement, sighting: opinionOn(statement, score - rarity, { model, document }) });
  }
  // A definition of a tool is a few words: what they leave out makes them read ordinary.
  if (document.kind === 'json-string') return [...found, ...added];
  const doubt = rarityIn(length, FEWEST_TO_TRUST);
  return [...found.map((each) => doubted(each, scores.linearOf(each), doubt)), ...added];
}

/** Sentences of a text whose bars stand as they are written. */
const USUAL_LENGTH = 60;

/** Sentences that every text counts for at least: to be suspected of more than rules say, and to be trusted against a rule. */
const FEWEST_TO_SUSPECT = 20;
const FEWEST_TO_TRUST = 10;

/** Letters of a sentence, with its share of what is no sentence. */
const LETTERS = 100;

/**
 * How much surer the model has to be of each sentence of a text with so many; below 0 in a short one. Of ten times as many sentences ten times as
 * many read suspicious by chance, and one of them is as unlikely to be the one that matters.
 */
function rarityIn(sentences: number, fewest: number): number {
  return Math.log(Math.max(sentences, fewest) / USUAL_LENGTH);
}

/** Which sentences around one may tell of the same order: it takes two or three to say it, with a reason or an excuse. */
const NEIGHBOURS = [-1, 1, 2];
/** Log-odds from which a neighbour is no longer ordinary, what share of the rest it adds, and the most that it adds. */
const UNUSUAL = -4;
const SHARE = 0.5;
export const MOST_SUPPORT = 2;

function supportFrom(neighbour: number): number {
  return Math.min(MOST_SUPPORT, SHARE * Math.max(0, neighbour - UNUSUAL));
}

/** What the model says of one statement, for whoever asks why. */
export interface Opinion {
  /** Above 0 it reads more like an order against the user than not. */
  logOdds: number;
  /** The words without which it would say so least. */
  words: string[];
}

/** The opinion on a statement, also where no finding comes of it; undefined for what is not judged. */
export function opinionOf(statement: Statement, before: Statement | undefined, document: TextDocument): Opinion | undefined {
  if (!isJudged(statement)) return undefined;
  const model = shippedModel();
  const score = scoreOf(model, featuresAfter(before, statement, document));
  return { logOdds: score + closerLook(statement, score), words: heaviestWords(statement, model) };
}

/** How much surer the model has to be of what is only spoken of, or stands below words that forbid it, for an alarm. */
const SPOKEN_OF = 4;

/**
 * How much surer the model has to be of what is quoted or shown, to be reported at all: plain orders are quoted as they are. A definition of
 * a tool quotes little.
 */
const SHOWN = 4;

function reserveOn(statement: Statement, { kind }: TextDocument, rarity: number): number {
  // That a text is short says nothing of what it only shows.
  return reserveOnWords(statement) + (kind !== 'json-string' && isExample(statement) ? SHOWN - Math.min(0, rarity) : 0);
}

/** How much surer the model has to be of few words, of what a sentence only shows, of a secret that is kept and of a key that is set up. */
function reserveOnWords(statement: Statement): number {
  const { text, tongue } = statement;
  if (KEPT_SECRET.test(text) || SET_UP.test(text)) return KEPT;
  if (SAID_BY_A_TEXT.test(text)) return TOLD_OF;
  const telling = tellingOf(statement);
  if (telling !== 'said') return telling === 'sure' ? TOLD_OF : MAYBE_TOLD_OF;
  return tongue === 'en' && text.length < FEW_LETTERS ? 1 : 0;
}

/**
 * How much surer the model has to be where the sentence before has to say what "it" is. In English it knows such sentences well enough.
 */
const OF_IT = 1;

function reserveAfter(before: Statement | undefined, statement: Statement): number {
  if (statement.tongue === 'en' || before === undefined) return 0;
  return antecedentOf(statement, before) !== undefined && mayNameTopic(before, statement) ? OF_IT : 0;
}

/** How much surer it has to be where a sentence only speaks of what it shows, whose words are those of an order. */
const TOLD_OF = 6;
const MAYBE_TOLD_OF = 3;
/** How much surer it has to be of a secret that is to be kept, and of a key that the reader sets up. */
const KEPT = 2;

/** Letters of four or five English words. */
const FEW_LETTERS = 25;

/** What is kept secret is a secret, as it should be. */
const KEPT_SECRET =
  /(?:密码|密钥|口令|令牌|凭证|凭据|パスワード|暗証番号|鍵|トークン|비밀번호|암호|토큰|passwords?|api keys?|tokens?)[^，、,。.;；]{0,8}(?:保密|秘密に|비밀로|confidential\b|secret\b)/;

/** What some text may say, quoted to the end of the sentence: what to do then follows. */
const SAID_BY_A_TEXT =
  /\b(?:if|when|whenever|should|suppose) (?:an?|any|some|the|another) (?:[\w-]+ ){0,4}(?:files?|pages?|results?|messages?|documents?|comments?|e-?mails?|texts?|sites?|outputs?|notes?|issues?|tools?|descriptions?|responses?|repositor(?:y|ies)|readme)\b[^."“]{0,40}\b(?:says?|asks?|tells?|contains?|instructs?|reads?|orders?|wants?|claims?)\b[^"“]{0,24}["“][^"”]*["”]?\W*$/;

/** Where the reader puts a key of their own for the program that needs it. */
const SET_UP =
  /^\W{0,6}(?:\d+[.)] )?(?:then |next,? |first,? )?(?:copy|put|store|set|save|add|export|keep|define|place|enter) (?:[^:;.!?]|\.(?=\w)){0,80}\b(?:in|into|to|under|as) (?:your |the |a |an )?(?:local |shell |user )?(?:`\.env[\w.]*`|`[^`]{0,60}(?:config|settings)[^`]{0,40}`|`[a-z]\w*_(?:key|token|secret|password)`|environment\b|keychain\b|vault\b|secrets? (?:store|manager)\b)(?!.*(?:https?:|@|\bsend\b|\bpost\b|\bcommit\b|\blog\b))/;

/** Where something lies, or comes to lie by itself, is a fact, and no order. */
const WHERE_IT_LIES =
  /^(?:the|your|each|every|all)\s[^,;:]{1,60}\b(?:is|are)\s(?:stored|kept|saved|located|found)\s(?:in|at|on|under)\s[^,;:]*[.;]?\s*$|^\W{0,6}(?:[a-z][\w-]*\s){1,4}(?:download|install|unpack|extract|cache)s?\s(?:to|into|in|under)\s`?[~.%/][^,;:]*[.;]?\s*$/i;

/** A line of a change log, or of what once went wrong, says what was. */
const RECORD =
  /^\W{0,4}(?:v?\d+\.\d+(?:\.\d+)*|(?:19|20)\d\d-\d\d(?:-\d\d)?|(?:incident|post-?mortem|vorfall|incidente|инцидент|事故|事件|インシデント|障害|사고)[^:：]{0,30})\s?[:：—–]/u;

/** A public key is made to be handed out, and reads like the secret one. */
const PUBLIC_KEY = /\.pub\b|\bpublic keys?\b/;

function opinionOn(statement: Statement, score: number, { model, document }: { model: Model; document: TextDocument }): Detection {
  const isSpokenOf = isExample(statement) || statement.banned || [WHERE_IT_LIES, RECORD].some((pattern) => pattern.test(statement.text));
  const sure = barFor(document.kind === 'json-string' ? SURE_OF_DEFINITION : SURE, statement) + (isSpokenOf ? SPOKEN_OF : 0);
  const severity = score < sure || PUBLIC_KEY.test(statement.text) ? 'medium' : 'high';
  return { rule: 'LRN-01', features: ['learned'], severity, confidence: 'medium', words: heaviestWords(statement, model) };
}

/** Whole turns of phrase, not words here and there; those about verdicts are of few words. */
const TURNS_OF_PHRASE: ReadonlySet<string> = new Set(['saying', 'deceit']);

/** What stands in the open and reads ordinary; what is hidden has no ordinary reading, nor has a command that runs what nobody can check. */
function doubted({ sighting, statement }: StatementDetection, score: number | undefined, rarity: number): StatementDetection {
  const isOpen = statement.passage.channel === 'open' && statement.disguises.length === 0;
  const bar = ORDINARY.get(sighting.rule);
  const isUncheckable = sighting.rule === 'RCE-01' && sighting.severity === 'critical';
  const isTurnOfPhrase = sighting.rule !== 'INJ-05' && sighting.features.some((feature) => TURNS_OF_PHRASE.has(feature));
  if (!isOpen || isUncheckable || isTurnOfPhrase || bar === undefined || score === undefined) return { sighting, statement };
  listeners.finding?.({ sighting, statement }, score - rarity);
  const isDoubtful = score - rarity < barFor(bar, statement);
  return isDoubtful ? { sighting: { ...sighting, confidence: 'low' }, statement } : { sighting, statement };
}

function isGrave({ rule, severity = textRule(rule).severity, confidence }: StatementDetection['sighting']): boolean {
  return compareSeverity(severity, 'high') >= 0 && confidence !== 'low';
}

/** Tags whose attributes hold no language, and addresses. */
const MARKUP = /<\/?[a-z][^<>"']*(?:(?:"[^" <>]*"|'[^' <>]*')[^<>"']*)*>|https?:\/\/[^\s<>]+/gi;
const TWO_WORDS = /\p{L}{2,}[^\p{L}]+\p{L}{2,}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4,}/u;

/** False of a picture or a link with a word beside it, and of how somebody is reached. */
function hasWords({ text }: Statement): boolean {
  return TWO_WORDS.test(text.replace(MARKUP, ' ')) && !isContact(text);
}

/** How many words are shown, and how many of a sentence are tried. */
const SHOWN_WORDS = 5;
const TRIED_WORDS = 120;
/** A word that may be shown: of letters alone, so no part of a key, and long enough to say something where words are written in Latin letters. */
const PLAIN = /^(?:(?![a-z'’]{1,3}$)[\p{L}\p{M}'’-]{1,24})$/u;

/** The words without which the sentence would be least suspicious, in order of place. */
function heaviestWords(statement: Statement, model: Model): string[] {
  const whole = scoreOf(model, wordFeaturesOf(statement));
  const weighed = wordsOf(statement)
    .slice(0, TRIED_WORDS)
    .map((word) => ({ word, text: statement.text.slice(word.at, word.at + word.length) }))
    .filter(({ text }) => PLAIN.test(text))
    .map((each) => ({ ...each, weight: whole - scoreOf(model, wordFeaturesOf(statement, each.word)) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.word.at - b.word.at)
    .slice(0, SHOWN_WORDS);
  return [...new Set(weighed.sort((a, b) => a.word.at - b.word.at).map(({ text }) => text))];
}
