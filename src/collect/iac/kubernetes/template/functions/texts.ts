import { createHash } from 'node:crypto';
import { hasMarks } from '../marks.js';
import type { TemplateValue } from '../values.js';
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
  base: ([path]: TemplateValue[]) => textArg(path).split('/').filter(Boolean).at(-1) ?? '.',
  dir: ([path]: TemplateValue[]) => textArg(path).split('/').slice(0, -1).join('/') || '.',
  ext: ([path]: TemplateValue[]) => /\.[^./]*$/.exec(textArg(path))?.[0] ?? '',
  clean: ([path]: TemplateValue[]) => textArg(path),
  isAbs: ([path]: TemplateValue[]) => textArg(path).startsWith('/'),
};

export const textFunctions: FunctionTable = {
  ...aware({
    quote: (args, context) => args.flatMap((arg) => (arg === null ? [] : [goQuoted(printed(arg, context))])).join(' '),
    squote: (args, context) => args.flatMap((arg) => (arg === null ? [] : [`'${printed(arg, context)}'`])).join(' '),
    print: (args, context) => args.map((arg) => printed(arg, context)).join(''),
    println: (args, context) => `${args.map((arg) => printed(arg, context)).join(' ')}\n`,
    cat: (args, context) => args.map((arg) => printed(arg, context)).join(' '),
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
    wrap: ([, text]) => textArg(text),
    plural: ([one, many, count]) => (numberArg(count) === 1 ? textArg(one) : textArg(many)),
    split: ([glue, text]) =>
      new Map(
        textArg(text)
          .split(textArg(glue))
          .map((part, index): [string, TemplateValue] => [`_${index}`, part]),
      ),
    splitList: ([glue, text]) => textArg(text).split(textArg(glue)),
    splitn: ([glue, , text]) =>
      new Map(
        textArg(text)
          .split(textArg(glue))
          .map((part, index): [string, TemplateValue] => [`_${index}`, part]),
      ),
    toStrings: ([list]) => listArg(list).map(textArg),
    sha256sum: ([text]) => createHash('sha256').update(textArg(text)).digest('hex'),
    sha512sum: ([text]) => createHash('sha512').update(textArg(text)).digest('hex'),
    sha1sum: ([text]) => createHash('sha1').update(textArg(text)).digest('hex'),
    html: ([text]) => textArg(text),
    js: ([text]) => textArg(text),
    urlquery: ([text]) => encodeURIComponent(textArg(text)),
    env: () => '',
    expandenv: () => '',
    ...paths,
    // Helm runs on the system of whoever installs the chart; with `/` they do the same.
    ...Object.fromEntries(Object.entries(paths).map(([name, work]) => [`os${name.charAt(0).toUpperCase()}${name.slice(1)}`, work])),
  }),
};

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
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, `$1${glue}$2`)
    .replace(/[-_\s]+/g, glue)
    .toLowerCase();
}
