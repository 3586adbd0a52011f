import type { Statement } from '../reading/statement.js';
import { isSmallWord } from '../reading/tongue.js';
import { DENSE, englishAt, englishFor } from '../reading/words-abroad.js';
import { wordsOf } from './features.js';
import { NEGATED } from './tokens.js';
import { groupInEnglish } from './word-groups.js';

/** Letters of a word without a translation up to which it may be a name that all languages share: `curl`, `npm`. */
const SHORT_NAME = 5;
/** What consists of letters of ASCII alone, and what has other signs of ASCII: an option, a path, an address. */
const LETTERS = /^[a-z]+$/;
const PRINTABLE = /^[!-~]+$/;

/**
 * What a sentence of another language says, word by word in English and in its own order, for a model that knows English alone. "Not" stands
 * before what is denied; words without a translation are left out.
 */
export function glossOf(statement: Statement): string {
  const { text } = statement;
  const found: string[] = [];
  let end = 0;
  let denied = false;
  for (const { at, length, mode } of wordsOf(statement)) {
    if (at < end) continue;
    if (mode === NEGATED && !denied) found.push('not');
    denied = mode === NEGATED;
    const written = text.slice(at, at + length);
    if (DENSE.test(written)) {
      const dense = englishAt(text, at);
      if (dense === undefined) continue;
      found.push(dense.english);
      end = at + dense.word.length;
    } else {
      const english = SMALL.has(written) ? undefined : (englishFor(written) ?? (isShared(written) ? written : undefined));
      if (english !== undefined) found.push(english);
    }
  }
  return found.join(' ');
}

/** Other words of the Latin script that mean little by themselves, and may mean something else in the next language. */
const SMALL = new Set(
  [
    'hier dann noch nur auch aber wenn oder wird werden wurde haben hat sein sind bis durch unter kann muss soll ab du ihr',
    'sie wir es so dass weil nach pero más muy este esta ese esa donde cuando si ya solo aquí hay que ser son',
    'sus han has quien qué cual porque entre hasta desde mais plus très cet ces où quand déjà seul ici sont leur leurs ses',
    'qui quoi dont donc car chez vers depuis être ont a y se ma più molto questo questa dove quando già sono loro hai',
    'che chi quale perché fino tra fra dal dalla sulla sul ci o ed mas muito esse essa onde já só aqui são seu',
    'sua seus quem qual até você há ou foi isso',
  ]
    .join(' ')
    .split(' '),
);

function isShared(word: string): boolean {
  return (
    !isSmallWord(word) &&
    !SMALL.has(word) &&
    PRINTABLE.test(word) &&
    (!LETTERS.test(word) || word.length <= SHORT_NAME || groupInEnglish(word) !== undefined)
  );
}
