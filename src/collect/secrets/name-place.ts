import { byteTable } from './byte-table.js';

/**
 * Names in the bytes of a text, and whether anything may be assigned to them: nothing is to most, as they stand in sentences and calls, and for
 * those no text is made of the bytes.
 */

/** Where a name begins and ends. */
export interface NamePlace {
  start: number;
  end: number;
}

/** By code: 1 for the characters of names. */
const NAME = byteTable('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$-');
const QUOTE_OR_BLANK = byteTable('"\'\\ \t\r\n');
const QUOTE_OR_SPACE = byteTable('"\'\\ \t\n\v\f\r\xa0');
/** Quotes and brackets that close a name. */
export const CLOSER = byteTable('"\'`\\])');
/** Blanks, and what a type between a name and its value is written with. */
const TYPE_CHARACTER = byteTable(`ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_<>&*.|?:[] '\t\n\v\f\r\xa0`);
/** Blanks within a line, as expressions have them. */
const BLANK = byteTable(' \t\v\f\r\xa0');
const CALL = byteTable('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:$@-[]( \t\n\v\f\xa0');
/** Quotes, what an escaped one and the entity of one begin with, and an end of a line that may be followed by anything. */
const QUOTE = byteTable('"\'`\\&\r');
/** Characters between the bracket of a call and a quote; where there are more, the text tells. */
const LONGEST_WAY = 200;
const TAB = 9;
const LINE_END = 10;
const SPACE = 32;
const AMPERSAND = 38;
const PARENTHESIS = 41;
const OPEN = 40;
const PLUS = 43;
const COMMA = 44;
const HYPHEN = 45;
const DOT = 46;
const COLON = 58;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;
const TILDE = 126;
const BAR = 124;
/** Makes a small letter of a capital. */
const SMALL = 0x20;
const LONGEST_NAME = 100;
export const LONGEST_GAP = 60;
/** Quotes and blanks after a list's `name` and before its `:`. */
const LONGEST_TAIL = 6;
/** Quotes and blanks between a list's `name:` and the name. */
export const LONGEST_LEAD = 10;
/** What closes a name has at most as many characters. */
export const LONGEST_CLOSE = 6;
/** Characters of a type and the blanks around it. */
const LONGEST_TYPE = 200;
export const LONGEST_INDENT = 40;

/** The name around a word of it. */
export function nameAround(bytes: Uint8Array, from: number, to: number): NamePlace {
  let start = from;
  while (start > 0 && from - start < LONGEST_NAME && (NAME[bytes[start - 1] ?? 0] || bytes[start - 1] === DOT)) start--;
  let end = to;
  while (end < bytes.length && end - to < LONGEST_NAME) {
    const code = bytes[end] ?? 0;
    if (NAME[code] || (code === DOT && isLetter(bytes[end + 1] ?? 0))) end++;
    else break;
  }
  return { start, end };
}

/**
 * False: nothing is assigned to the name. Whether something is, the text tells.
 *
 * @param login end of the last `login` or `machine` before the name, which netrc has in its lines; below 0 where there is none
 */
export function mayBeAssigned(bytes: Uint8Array, { start, end }: NamePlace, login: number): boolean {
  if (isListed(bytes, start)) return true;
  let at = end;
  while (at < end + LONGEST_CLOSE && isCloser(bytes, at)) at++;
  // The entity of a quote.
  if (bytes[at] === AMPERSAND) return true;
  const isClosed = at > end;
  const next = afterBlanks(bytes, at);
  if (isOperator(bytes, next, { start, isClosed, isNext: next === at })) return true;
  if (next === at || isClosed) return false;
  return bytes[start] === HYPHEN || mayFollowCommand(bytes, start, login) || reachesEquals(bytes, at);
}

/** `name: ` or `key = "` before it. */
function isListed(bytes: Uint8Array, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && start - at < LONGEST_LEAD && QUOTE_OR_BLANK[bytes[at] ?? 0]) at--;
  if (bytes[at] !== COLON && bytes[at] !== EQUALS) return false;
  const least = at - LONGEST_TAIL;
  at--;
  while (at >= least && QUOTE_OR_SPACE[bytes[at] ?? 0]) at--;
  return LISTING_ENDS.has(pairOf(bytes, at));
}

function isCloser(bytes: Uint8Array, at: number): boolean {
  const code = bytes[at] ?? 0;
  return CLOSER[code] === 1 && (code !== PARENTHESIS || bytes[at + 1] !== DOT);
}

function afterBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at - from < LONGEST_GAP && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  return at;
}

function isOperator(bytes: Uint8Array, at: number, name: { start: number; isClosed: boolean; isNext: boolean }): boolean {
  const next = bytes[at + 1];
  switch (bytes[at]) {
    case EQUALS:
      return next !== EQUALS && next !== TILDE;
    case COLON:
      return next !== COLON;
    case PLUS:
      return next === EQUALS;
    case BAR:
    case QUESTION:
      return next === bytes[at] && bytes[at + 2] === EQUALS;
    case GREATER:
      return bytes[name.start - 1] === LESS;
    case COMMA:
      return name.isClosed;
    case OPEN:
      return name.isNext && !name.isClosed && mayOpenQuote(bytes, at + 1);
    default:
      return false;
  }
}

/** Whether a quote follows the bracket of a call, or what may stand between: brackets, blanks, the name of another call. */
function mayOpenQuote(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (at < from + LONGEST_WAY && CALL[bytes[at] ?? 0]) at++;
  return at === from + LONGEST_WAY || QUOTE[bytes[at] ?? 0] === 1;
}

/** `ENV`, `#define` and the like before the name, or nothing but blanks. */
function mayFollowCommand(bytes: Uint8Array, start: number, login: number): boolean {
  const least = Math.max(0, start - LONGEST_GAP);
  let at = start - 1;
  while (at >= least && BLANK[bytes[at] as number]) at--;
  if (at < least || bytes[at] === LINE_END) return start - 1 - at <= LONGEST_INDENT;
  return at < start - 1 && (login > least || COMMAND_ENDS.has(pairOf(bytes, at)));
}

/** How the words end that a list has before a name: `name`, `key`, `variable`, `var`, `field`, `id`. */
const LISTING_ENDS: ReadonlySet<number> = new Set('me ey le ar ld id'.split(' ').map((end) => pairOf(Buffer.from(end), 1)));

/** Two letters that end at a place. */
function pairOf(bytes: Uint8Array, at: number): number {
  return (((bytes[at - 1] ?? 0) | SMALL) << 8) | ((bytes[at] ?? 0) | SMALL);
}

/** How the commands end: `env`, `arg`, `setx`, `define`, `by`, `with`, `encrypted`, `requirepass`, `set`. */
const COMMAND_ENDS: ReadonlySet<number> = new Set('nv rg tx ne by th ed ss et'.split(' ').map((end) => pairOf(Buffer.from(end), 1)));

/** Whether nothing but a type stands before an `=`. */
function reachesEquals(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (at < from + LONGEST_TYPE - 1 && TYPE_CHARACTER[bytes[at] ?? 0]) at++;
  return bytes[at] === EQUALS;
}

/** The same of a text, each of whose characters is a byte. */
export function textReachesEquals(text: string, from: number): boolean {
  let at = from;
  while (at < from + LONGEST_TYPE - 1 && TYPE_CHARACTER[text.charCodeAt(at)]) at++;
  return text.charCodeAt(at) === EQUALS;
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
