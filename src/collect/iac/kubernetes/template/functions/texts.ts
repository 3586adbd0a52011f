import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { hasMarks } from '../marks.js';
import { type TemplateValue, Unknown } from '../values.js';
import { aware, type FunctionContext, type FunctionTable, known, listArg, numberArg, printed, textArg } from './table.js';

/** Longest pad and repetition; a template that asks for more is hostile. */
const MAX_REPEAT = 100_000;

type OfText = (text: string, args: TemplateValue[], context: FunctionContext) => TemplateValue;

/** A function of a text that comes last, which may have holes: what it does leaves them whole. */
function carrying(work: OfText) {
  return (args: TemplateValue[], context: FunctionContext): TemplateValue => {
    const text = printed(args.at(-1), context);
    context.spend(text.length >> 6);
    return work(text, args, context);
  };
}

const paths = {
  base: ([path]: TemplateValue[]) => (textArg(path) === '' ? '.' : posix.basename(textArg(path)) || '/'),
  dir: ([path]: TemplateValue[]) => cleaned(posix.dirname(textArg(path))),
  ext: ([path]: TemplateValue[]) => /\.[^./]*$/.exec(textArg(path))?.[0] ?? '',
  clean: ([path]: TemplateValue[]) => cleaned(textArg(path)),
  isAbs: ([path]: TemplateValue[]) => textArg(path).startsWith('/'),
};

export const textFunctions: FunctionTable = {
  ...aware({
    quote: (args, context) => args.flatMap((arg) => (arg === null ? [] : [goQuoted(printed(arg, context))])).join(' '),
    squote: (args, context) => args.flatMap((arg) => (arg === null ? [] : [`'${printed(arg, context)}'`])).join(' '),
    print: (args, context) => spaced(args, context),
    println: (args, context) => `${args.map((arg) => printed(arg, context)).join(' ')}\n`,
    cat: (args, context) => args.flatMap((arg) => (arg === null ? [] : [printed(arg, context)])).join(' '),
    printf: ([format, ...args], context) => formatted(printed(format, context), args, context),
    toString: (args: TemplateValue[], context: FunctionContext) => printed(args[0], context),
    trim: carrying((text) => text.trim()),
    trimAll: carrying(trimmedAll),
    trimall: carrying(trimmedAll),
    trimSuffix: carrying((text, [end]) =>
      textArg(end) !== '' && text.endsWith(textArg(end)) ? text.slice(0, -textArg(end).length) : text,
    ),
    trimPrefix: carrying((text, [start]) => (text.startsWith(textArg(start)) ? text.slice(textArg(start).length) : text)),
    trunc: carrying((text, [length]) => truncated(text, numberArg(length))),
    upper: carrying((text) => text.toUpperCase()),
    lower: carrying((text) => text.toLowerCase()),
    title: carrying((text) => text.replace(/(^|\s)(\p{Ll})/gu, (_all, before: string, letter: string) => before + letter.toUpperCase())),
    untitle: carrying((text) => text.replace(/(^|\s)(\p{Lu})/gu, (_all, before: string, letter: string) => before + letter.toLowerCase())),
    nospace: carrying((text) => text.replace(/\s+/g, '')),
    indent: carrying((text, [width], context) => indented(text, numberArg(width), context)),
    nindent: carrying((text, [width], context) => `\n${indented(text, numberArg(width), context)}`),
    replace: carrying((text, [from, to], context) => {
      const [old, by] = [textArg(from), textArg(to)];
      if (old === '') return text;
      context.spend(((text.length / old.length) * by.length) / 16);
      return text.replaceAll(old, by);
    }),
    join: ([glue, list], context) => {
      if (!Array.isArray(list)) return printed(list, context);
      context.spend((list.length * textArg(glue).length) / 16);
      return list.map((item) => printed(item, context)).join(textArg(glue));
    },
  }),
  ...known({
    repeat: ([count, text], context) => {
      const times = Math.min(Math.max(numberArg(count), 0), MAX_REPEAT);
      context.spend((times * textArg(text).length) >> 4);
      return textArg(text).repeat(times);
    },
    substr: ([from, to, text]) => textArg(text).slice(Math.max(numberArg(from), 0), numberArg(to) < 0 ? undefined : numberArg(to)),
    contains: ([part, text]) => textArg(text).includes(textArg(part)),
    hasPrefix: ([part, text]) => textArg(text).startsWith(textArg(part)),
    hasSuffix: ([part, text]) => textArg(text).endsWith(textArg(part)),
    swapcase: ([text]) => textArg(text).replace(/\p{L}/gu, (letter) => swapped(letter)),
    abbrev: ([width, text]) => abbreviated(textArg(text), numberArg(width)),
    snakecase: ([text]) => cased(textArg(text), '_'),
    kebabcase: ([text]) => cased(textArg(text), '-'),
    camelcase: ([text]) => textArg(text).replace(/(?:^|[-_\s]+)(\p{L})/gu, (_all, letter: string) => letter.toUpperCase()),
    initials: ([text]) =>
      textArg(text)
        .split(/\s+/)
        .map((word) => word.charAt(0))
        .join(''),
    wrap: ([width, text]) => wrapped(textArg(text), numberArg(width), '\n', false),
    wrapWith: ([width, glue, text]) => wrapped(textArg(text), numberArg(width), textArg(glue), true),
    plural: ([one, many, count]) => (numberArg(count) === 1 ? textArg(one) : textArg(many)),
    split: ([glue, text]) =>
      new Map(
        textArg(text)
          .split(textArg(glue))
          .map((part, index): [string, TemplateValue] => [`_${index}`, part]),
      ),
    splitList: ([glue, text]) => textArg(text).split(textArg(glue)),
    splitn: ([glue, count, text]) =>
      new Map(
        splitAtMost(textArg(text), textArg(glue), numberArg(count)).map((part, index): [string, TemplateValue] => [`_${index}`, part]),
      ),
    toStrings: ([list]) => listArg(list).map(textArg),
    sha256sum: ([text]) => createHash('sha256').update(textArg(text)).digest('hex'),
    sha512sum: ([text]) => createHash('sha512').update(textArg(text)).digest('hex'),
    sha1sum: ([text]) => createHash('sha1').update(textArg(text)).digest('hex'),
    html: ([text]) => textArg(text).replace(/[<>&'"\0]/g, (sign) => HTML[sign] ?? sign),
    js: ([text]) => textArg(text).replace(/[\\'"<>&=\n\r\t]/g, scriptSign),
    abbrevboth: ([left, right, text]) => abbreviatedBoth(textArg(text), numberArg(left), numberArg(right)),
    env: () => '',
    expandenv: () => '',
    ...paths,
    // Helm runs on the system of whoever installs the chart; with `/` they do the same.
    ...Object.fromEntries(Object.entries(paths).map(([name, work]) => [`os${name.charAt(0).toUpperCase()}${name.slice(1)}`, work])),
  }),
};

/** A path without what leads back; never with a slash at its end. */
function cleaned(path: string): string {
  const normal = posix.normalize(path);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}

/** Blanks stand between two values of which neither is a text. */
function spaced(args: readonly TemplateValue[], context: FunctionContext): string {
  const isText = (value: TemplateValue | undefined) => typeof value === 'string' || value instanceof Unknown;
  return args.map((arg, at) => `${at > 0 && !isText(arg) && !isText(args[at - 1]) ? ' ' : ''}${printed(arg, context)}`).join('');
}

const HTML: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', "'": '&#39;', '"': '&#34;', '\0': '\ufffd' };

function scriptSign(sign: string): string {
  return /[\\'"]/.test(sign) ? `\\${sign}` : `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function splitAtMost(text: string, glue: string, count: number): string[] {
  const parts = text.split(glue);
  return count < 1 || parts.length <= count ? parts : [...parts.slice(0, count - 1), parts.slice(count - 1).join(glue)];
}

/** Words in lines of at most `width` signs; `cuts`: also words that are longer. */
function wrapped(text: string, width: number, glue: string, cuts: boolean): string {
  const most = Math.max(Math.trunc(width), 1);
  const words = text
    .split(' ')
    .flatMap((word) => (cuts && word.length > most ? (word.match(new RegExp(`.{1,${Math.min(most, 1_000)}}`, 'gs')) ?? []) : [word]));
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(glue);
}

/** Three points on each side that is cut. */
function abbreviatedBoth(text: string, left: number, right: number): string {
  if (right < 4 || (left > 0 && right < 7) || text.length <= right) return text;
  if (left <= 4) return abbreviated(text, right);
  if (left + right - 3 >= text.length) return `...${text.slice(text.length - (right - 3))}`;
  return `...${abbreviated(text.slice(left), right - 3)}`;
}

function goQuoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')}"`;
}

/** `%s`, `%d`, `%v`, `%q`, `%t`, `%05d`; other verbs are printed as they are. */
function formatted(format: string, args: readonly TemplateValue[], context: FunctionContext): string {
  let next = 0;
  return format.replace(
    /%([-+# 0]*)(\d{0,3})(?:\.(\d{1,3}))?([a-zA-Z%])/g,
    (_all, flags: string, width: string, digits: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      const value = args[next++] ?? null;
      const text = printed(value, context);
      if (hasMarks(text)) return verb === 'q' ? `"${text}"` : text;
      return padded(verbText(value, text, verb, digits), width, flags);
    },
  );
}

function verbText(value: TemplateValue, text: string, verb: string, digits: string | undefined): string {
  if (verb === 'q') return goQuoted(text);
  if (verb === 'f' || verb === 'F') return numberArg(value).toFixed(digits === undefined ? 6 : Number(digits));
  if (verb === 'd' && typeof value !== 'string') return String(Math.trunc(numberArg(value)));
  if (verb === 'x') return typeof value === 'number' ? value.toString(16) : Buffer.from(text).toString('hex');
  return digits !== undefined && verb === 's' ? text.slice(0, Number(digits)) : text;
}

function padded(text: string, width: string, flags: string): string {
  if (flags.includes('-')) return text.padEnd(Number(width));
  return text.padStart(Number(width), flags.includes('0') ? '0' : ' ');
}

function indented(text: string, width: number, context: FunctionContext): string {
  const pad = ' '.repeat(Math.min(Math.max(width, 0), 1_000));
  const lines = text.split('\n');
  context.spend((lines.length * pad.length) / 16);
  return lines.map((line) => pad + line).join('\n');
}

function swapped(letter: string): string {
  return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
}

/** With three points in place of what is too long; four characters are the least. */
function abbreviated(text: string, width: number): string {
  return width < 4 || text.length <= width ? text : `${text.slice(0, width - 3)}...`;
}

/** A text with holes keeps its length: nobody knows where it would be cut. */
function truncated(text: string, length: number): string {
  if (hasMarks(text)) return text;
  return length < 0 ? text.slice(length) : text.slice(0, length);
}

function trimmedAll(text: string, [cut]: TemplateValue[]): string {
  return trimmed(text, textArg(cut), true, true);
}

function trimmed(text: string, cut: string, left: boolean, right: boolean): string {
  let from = 0;
  let to = text.length;
  while (left && from < to && cut.includes(text.charAt(from))) from++;
  while (right && to > from && cut.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

function cased(text: string, glue: string): string {
  return text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, (_all, before = '', after = '', last = '') =>
      last === '' ? before + glue + after : last + glue,
    )
    .replace(/[-_\s]+/g, glue)
    .toLowerCase();
}
