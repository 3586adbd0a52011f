import { frameWordsIn } from '../frames/scene.js';
import type { TextDocument } from '../reading/document.js';
import { isExhibited } from '../reading/frame.js';
import { tagText } from '../reading/phrase-trie.js';
import { type Place, placesOf } from '../reading/places.js';
import { tagMap } from '../reading/sentence.js';
import type { Statement } from '../reading/statement.js';
import { tongueOf } from '../reading/tongue.js';
import { type Features, featuresOf } from './features.js';
import { type Matter, matterOf } from './model.js';
import { gravityOf, strayness } from './score.js';
import { placeSign, signsOf } from './signs.js';
import { WholeText } from './whole-text.js';
import { type Word, wordsOf } from './words.js';

/** A sentence that the opinion is asked about. */
export interface Instance {
  statement: Statement;
  /** False for one that is only learned from. */
  asked: boolean;
  cells: Features;
  words: readonly Word[];
  /** How much of an order against the user it could be. */
  gravity: number;
  /** The same sentence without some of its words, in order of place. */
  without(words: readonly Word[]): Pick<Instance, 'cells' | 'gravity'>;
}

/** Neighbours further away than this many characters speak of something else. */
const REACH = 400;
/** The opinion is asked about a sentence from so many points of gravity on. A definition of a tool is short, and all of it is for the agent. */
const ASKED: Readonly<Record<Matter, number>> = { prose: 3, json: 1 };

/**
 * The sentences of a text that the opinion is asked about: those that are said, and could be an order. With `all` the others too, from
 * which it can learn what harmless sentences are like.
 */
export function* instancesOf(document: TextDocument, statements: readonly Statement[], all = false): Generator<Instance> {
  const read = statements.map((statement) => (statement.passage.role === 'code' ? undefined : readIn(statement, document)));
  let text: WholeText | undefined;
  for (const [at, statement] of statements.entries()) {
    const own = read[at];
    if (own === undefined) continue;
    const asked = isAsked(statement, gravityOf(own.signs), document);
    if (!asked && !all) continue;
    text ??= new WholeText(
      document,
      statements,
      read.map((each, other) => (each === undefined ? [] : wordsIn(statements[other], each))),
    );
    const near = [at - 1, at + 1].flatMap((other) => (isNear(statement, statements[other]) ? (read[other]?.signs ?? []) : []));
    const whole = text;
    const rated = (each: Statement, words: readonly Word[], eachSigns: readonly number[]): Pick<Instance, 'cells' | 'gravity'> => {
      const around = whole.around(words);
      const gravity = gravityOf(eachSigns) + strayness(around);
      return { cells: featuresOf({ statement: each, document, words, signs: eachSigns, near, around, gravity }), gravity };
    };
    const without = (gone: readonly Word[]) => {
      const rest = shortened(statement, gone);
      const again = readIn(rest, document);
      return rated(rest, wordsIn(rest, again), again.signs);
    };
    const words = text.wordsAt(at);
    yield { statement, words, asked, ...rated(statement, words, own.signs), without };
  }
}

/** True for a sentence that is said, not spoken of or forbidden, and that has enough points. */
function isAsked(statement: Statement, gravity: number, document: TextDocument): boolean {
  return (
    gravity >= ASKED[matterOf(document)] &&
    !statement.mention &&
    !statement.banned &&
    statement.passage.role !== 'shell' &&
    !isExhibited(statement.passage) &&
    !isSpokenOf(statement) &&
    !RECORD.test(statement.text)
  );
}

/** A record of data: JSON with its keys, values between commas, a row of a page. */
const RECORD = /^\s{0,8}(?:[{[]\s?["{]|<t[rd]\b)|(?:^|\s)[^\s,]+(?:,[^\s,]+){2}/;

/** Words of texts that speak of orders, such as reports and tests, in the sentence's own language. */
function isSpokenOf(statement: Statement): boolean {
  return frameWordsIn(statement, 'spoken', tongueOf(statement.text)).length > 0;
}

/** What stands in the open of a page for people is advice to them. */
export function isForReaders({ passage }: Statement, { addressee }: TextDocument): boolean {
  return addressee === 'people' && passage.channel === 'open';
}

/** A sentence's places, what each is, and its signs. */
interface Read {
  places: readonly Place[];
  kinds: readonly number[];
  signs: readonly number[];
}

function readIn(statement: Statement, document: TextDocument): Read {
  const places = placesOf(statement);
  const kinds = places.map((place) => placeSign(place, document));
  return { places, kinds, signs: signsOf(statement, kinds) };
}

function wordsIn(statement: Statement | undefined, { places, kinds }: Read): Word[] {
  return wordsOf(statement?.text ?? '', places, kinds);
}

function isNear(statement: Statement, other: Statement | undefined): boolean {
  return other !== undefined && other.passage.channel === statement.passage.channel && Math.abs(other.offset - statement.offset) <= REACH;
}

/** A sentence without some of its words. */
function shortened(statement: Statement, words: readonly Word[]): Statement {
  let text = '';
  let at = 0;
  for (const { start, end } of words) {
    text += statement.text.slice(at, start);
    at = end;
  }
  text = `${text}${statement.text.slice(at)}`.replace(/ {2,}/g, ' ').trim();
  return Object.create(statement, { text: { value: text }, tags: { value: tagMap(tagText(text, statement.passage.unspaced), 0) } });
}
