import type { Style } from './file-kind.js';
import { CLOSER, LONGEST_CLOSE, LONGEST_GAP, LONGEST_INDENT, LONGEST_LEAD, type NamePlace, textReachesEquals } from './name-place.js';

/** A value and the name it is given, as they stand in a text. */
export interface Assignment {
  name: string;
  value: string;
  /** Of the value's first character. */
  start: number;
  end: number;
  quoted: boolean;
  /** Before the value, outside of it: `Bearer`, `Basic`, `token`. */
  scheme?: string;
  operator: string;
}

const TAB = 9;
const SPACE = 32;
const AMPERSAND = 38;
const PARENTHESIS = 41;
const DOT = 46;
const QUOTES = '"\'`';
const BACKSLASH = 92;
/** Longer values are judged by their shape. */
const LONGEST_VALUE = 1024;

const TYPE = /\s*\??:?\s*[&*A-Za-z_[][\w<>&*.|?:[\] ']{0,60}?\s*=(?![=~>])/y;
const LITERAL = /^\s{0,40}(?:[A-Za-z@$&.:]{0,20}\(?\s?)["'`]/;
const WRAPPER =
  /(?:new\s+)?(?:SecretStr|SecretString(?:::new)?|Secret(?:::new)?|String(?:::from)?|str|bytes|Some|Buffer\.from|SecureString|AzureKeyCredential|ApiKeyCredentials|\[\]byte|strdup|_T|pulumi\.secret|(?:cdk\.)?SecretValue\.unsafePlainText)\s{0,4}\(\s{0,4}|ConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?/y;
const PREFIX = /(?:[bBrRuUfFLnN@$]{1,2})(?=["'])/y;
const SCHEME = /(Bearer|Basic|Token|ApiKey|Api-Key|Bot|SSWS|Splunk|GenieKey|Key)\s{1,4}(?=\S)/iy;
const ENTITY = /&(?:quot|#34|#39|apos);/y;

/** What assigns a value to a name, and the place where the value may begin. */
export interface Operator {
  text: string;
  end: number;
}

/** Undefined where nothing is assigned to the name. Looks at a bounded stretch of the text. */
export function operatorOf(text: string, { start, end }: NamePlace): Operator | undefined {
  const listed = listedValue(text, start, end);
  if (listed !== undefined) return { text: ':', end: listed };
  const at = closedName(text, end);
  return operatorAt(text, at, { start, isFlag: text.charAt(start) === '-', quotedName: at > end });
}

/** The value begins further away than a part of a text tells. */
export const BEYOND = 'beyond';
/** Brackets and blanks before a value, in a part of a text. */
const LONGEST_OPEN = 400;

/**
 * What is assigned to the name that stands here; undefined where that is no value.
 *
 * @param isPart The text goes on behind its end, which is at least 2560 characters away. Where that is not enough, the result is BEYOND.
 */
export function assignmentAt(
  text: string,
  { start, end }: NamePlace,
  operator: Operator,
  { style, isPart = false }: { style: Style; isPart?: boolean },
): Assignment | typeof BEYOND | undefined {
  return valueAt(text, operator.end, { name: nameOf(text, start, end), style, operator: operator.text, isPart });
}

function nameOf(text: string, start: number, end: number): string {
  return text.slice(start, end).replace(/^[-.$]+/, '');
}

/** After the quotes, brackets and blanks that end a name. */
function closedName(text: string, end: number): number {
  let at = end;
  while (at < end + LONGEST_CLOSE && at < text.length) {
    const code = text.charCodeAt(at);
    if (CLOSER[code] && (code !== PARENTHESIS || text.charCodeAt(at + 1) !== DOT)) at++;
    else {
      ENTITY.lastIndex = at;
      if (code !== AMPERSAND || !ENTITY.test(text)) break;
      at = ENTITY.lastIndex;
    }
  }
  return at;
}

function skipBlanks(text: string, from: number, most = LONGEST_GAP): number {
  let at = from;
  while (at - from < most && (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB)) at++;
  return at;
}

interface NameKind {
  start: number;
  isFlag: boolean;
  quotedName: boolean;
}

function operatorAt(text: string, from: number, named: NameKind): Operator | undefined {
  const at = skipBlanks(text, from);
  const char = text.charAt(at);
  const next = text.charAt(at + 1);
  if (char === '=') return equalsAt(next, at);
  if (char === ':') return colonAt(text, next, at);
  if ((char === '|' || char === '?' || char === '+') && /^(?:\|\||\?\?|\+)=/.test(text.slice(at, at + 3)))
    return { text: '=', end: text.indexOf('=', at) + 1 };
  if (char === '>' && text.charAt(named.start - 1) === '<') return { text: '>', end: at + 1 };
  if (char === ',' && named.quotedName && takesPairs(text, named)) return { text: ',', end: at + 1 };
  if (char === '(' && !named.quotedName && at === from) return { text: '(', end: at + 1 };
  if (at === from || named.quotedName) return undefined;
  if (named.isFlag || isCommand(text, named.start)) return { text: ' ', end: at };
  return typed(text, from);
}

/** `=` and `=>`, not `==` and `=~`. */
function equalsAt(next: string, at: number): Operator | undefined {
  if (next === '=' || next === '~') return undefined;
  return next === '>' ? { text: '=>', end: at + 2 } : { text: '=', end: at + 1 };
}

/** `:`, `:=` and a type with its `=`, not `::`. */
function colonAt(text: string, next: string, at: number): Operator | undefined {
  if (next === '=') return { text: ':=', end: at + 2 };
  return next === ':' ? undefined : (typed(text, at) ?? { text: ':', end: at + 1 });
}

/** `setenv("NAME", "value")`, `["--token", "value"]`. */
function takesPairs(text: string, { start, isFlag }: NameKind): boolean {
  return (
    isFlag ||
    /(?:set|put|define|env|environ|add|append|header|config|option|param|with|insert|store|secret|credential|variable|property|assign|login|auth)\w{0,20}\s?\(\s{0,40}\\?["'`]$/i.test(
      text.slice(Math.max(0, start - 80), start),
    )
  );
}

/** `: string = `, ` string = `: a type between name and value. */
function typed(text: string, at: number): Operator | undefined {
  if (!textReachesEquals(text, at)) return undefined;
  TYPE.lastIndex = at;
  return TYPE.test(text) && LITERAL.test(text.slice(TYPE.lastIndex, TYPE.lastIndex + LONGEST_GAP))
    ? { text: '=', end: TYPE.lastIndex }
    : undefined;
}

const COMMAND =
  /(?:^|\s)(?:ENV|ARG|setenv|setx|#\s{0,8}define|define|IDENTIFIED\s+BY|WITH(?:\s+ENCRYPTED)?|ENCRYPTED|machine\s.{0,60}|login\s.{0,60}|requirepass|config\s+set)\s+$/i;
/** How those end; `machine` and `login` stand anywhere before. */
const COMMAND_END = /(?:env|arg|etx|ine|by|ith|ted|ass|set)$/i;
const COMMAND_BEFORE = /(?:machine|login)\s/i;

/** `ENV NAME value`, `#define NAME "value"`, `setx NAME value`. */
function isCommand(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_GAP), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const words = line.trimEnd();
  if (words === '') return line.length <= LONGEST_INDENT;
  if (words.length === line.length) return false;
  return (COMMAND_END.test(words.slice(-3)) || COMMAND_BEFORE.test(line)) && COMMAND.test(line);
}

/** `name: DB_PASSWORD` and beside it `value: …`; the place where the value begins. */
function listedValue(text: string, start: number, end: number): number | undefined {
  if (!/[:=]/.test(text.slice(Math.max(0, start - LONGEST_LEAD), start))) return undefined;
  const before = text.slice(Math.max(0, start - 24), start);
  if (!/(?:^|[\s"'{,(<-])\\?["']?(?:name|key|variable|var|field|id)\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?$/i.test(before)) return undefined;
  const after = text.slice(end, end + 240);
  const found =
    /^\\?["']?\s{0,4}[,;]?\s{0,40}(?:\r?\n\s{0,40}|\\n)?(?:-?\w+\s{0,4}[:=][^\n]{0,60}\n\s{0,40})?\\?["']?(?:default_?)?value\\?["']?\s{0,4}(?:[:=]|\/?>)\s{0,4}/i.exec(
      after,
    );
  return found === null ? undefined : end + found[0].length;
}

/** What is known before the value is. Objects are written out in full below: spreading one costs more than all else that is done with it. */
type Named = Pick<Assignment, 'name' | 'operator'>;
type Beginning = Named & { style: Style; isPart: boolean };

function valueAt(text: string, from: number, beginning: Beginning): Assignment | typeof BEYOND | undefined {
  const { operator, style, isPart } = beginning;
  if (operator === '>') return elementValue(text, from, beginning);
  const at = valuePlace(text, from, beginning);
  if (isPart && at > from + LONGEST_OPEN) return BEYOND;
  const quote = quoteAt(text, at);
  if (quote !== undefined) return quotedValue(text, at + quote.length, quote, beginning);
  if (operator === ',' || operator === '(' || operator === '=>') return undefined;
  return bareValue(text, at, beginning, style);
}

/** Where the value begins, after what wraps it. */
function valuePlace(text: string, from: number, { operator, style, isPart }: Beginning): number {
  let at = skipBlanks(text, from);
  if (style !== 'yaml' && style !== 'prose' && operator !== ' ') at = overLineEnd(text, at, isPart);
  for (const part of [WRAPPER, PREFIX]) {
    part.lastIndex = at;
    if (part.test(text)) at = part.lastIndex;
  }
  while (text.charAt(at) === '(' || text.charAt(at) === '[') at = overLineEnd(text, skipBlanks(text, at + 1), isPart);
  return at;
}

/** A value may begin on the next line. Where lines end otherwise than usual, a part of the text need not have its begin. */
function overLineEnd(text: string, at: number, isPart: boolean): number {
  const char = text.charAt(at);
  if (char !== '\n' && char !== '\r') return at;
  if (isPart && char === '\r' && text.charAt(at + 1) !== '\n') return Number.POSITIVE_INFINITY;
  const next = skipBlanks(text, text.indexOf('\n', at) + 1);
  return quoteAt(text, next) === undefined ? at : next;
}

function quoteAt(text: string, at: number): string | undefined {
  const char = text.charAt(at);
  if (char === '\\') {
    const escaped = /\\{1,3}["'`]/y;
    escaped.lastIndex = at;
    return escaped.exec(text)?.[0];
  }
  if (char === '&') {
    ENTITY.lastIndex = at;
    return ENTITY.exec(text)?.[0];
  }
  if (!char || !QUOTES.includes(char)) return undefined;
  return text.startsWith(char.repeat(3), at) ? char.repeat(3) : char;
}

function quotedValue(text: string, start: number, quote: string, about: Named): Assignment | undefined {
  const window = text.slice(start, start + LONGEST_VALUE);
  for (let end = window.indexOf(quote); end !== -1; end = window.indexOf(quote, end + 1)) {
    if (quote.length === 1 && isEscaped(window, end)) continue;
    const mayBreak = quote === '`' || quote.length >= 3;
    return !mayBreak && window.lastIndexOf('\n', end) !== -1 ? undefined : withScheme(text, start, start + end, about);
  }
  return undefined;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

function elementValue(text: string, start: number, { name, operator }: Named): Assignment | undefined {
  const length = text.slice(start, start + LONGEST_VALUE).indexOf('<');
  if (length === -1) return undefined;
  const end = start + length;
  const lead = /^\s*/.exec(text.slice(start, end))?.[0].length ?? 0;
  const value = text.slice(start + lead, end).trimEnd();
  if (value === '') return undefined;
  return { name, operator, value, start: start + lead, end: start + lead + value.length, quoted: true };
}

/** Ends of values without quotes: a remark, a quote that stands around name and value, the next thing. */
const BARE: Readonly<Record<Style, RegExp>> = {
  config: /[^\s"'`<>]{1,1024}/y,
  yaml: /[^\s"'`#][^\s"'`]{0,1023}/y,
  code: /[^\s"'`<>,;(){}\\&|]{1,1024}/y,
  prose: /[^\s"'`<>,;(){}&|]{1,1024}/y,
};

function bareValue(text: string, at: number, { name, operator }: Named, style: Style): Assignment | undefined {
  SCHEME.lastIndex = at;
  const scheme = SCHEME.exec(text);
  const start = scheme ? SCHEME.lastIndex : at;
  const pattern = BARE[style];
  pattern.lastIndex = start;
  const value = pattern.exec(text)?.[0].replace(/(?:\\[nrt]|[,;\\])+$/, '');
  if (!value) return undefined;
  // Words after it: a sentence, or a call.
  const rest = text.slice(start + value.length, start + value.length + 40);
  if (operator === ':' && /^ +[A-Za-z]/.test(rest) && !scheme && style !== 'code') return undefined;
  const found: Assignment = { name, operator, value, start, end: start + value.length, quoted: false };
  if (scheme) found.scheme = scheme[1] ?? '';
  return found;
}

/** A value in quotes, without the scheme before it. */
function withScheme(text: string, from: number, end: number, { name, operator }: Named): Assignment {
  SCHEME.lastIndex = from;
  const scheme = SCHEME.exec(text);
  if (!scheme || SCHEME.lastIndex >= end) return { name, operator, value: text.slice(from, end), start: from, end, quoted: true };
  const start = SCHEME.lastIndex;
  return { name, operator, value: text.slice(start, end), start, end, quoted: true, scheme: scheme[1] ?? '' };
}
