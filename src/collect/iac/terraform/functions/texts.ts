import type { IacList, IacValue } from '../../../../model/iac.js';
import { joinedText } from '../evaluate/text.js';
import { textOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { list, originOf, scalar } from '../values/make.js';
import { argument, type Call, listAt, numberAt, openResult, plain, type TerraformFunction, textAt, valueFrom } from './contract.js';
import { formatted, formattedText } from './format.js';
import { linearRegex } from './regex.js';

const text = (change: (value: string) => string) => plain((args) => change(textAt(args, 0)));

export const textFunctions: readonly (readonly [string, TerraformFunction])[] = [
  ['upper', text((value) => value.toUpperCase())],
  ['lower', text((value) => value.toLowerCase())],
  [
    'title',
    text((value) => value.replace(/(^|[^\p{L}\p{N}_'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())),
  ],
  ['trimspace', text((value) => value.trim())],
  ['chomp', text((value) => value.replace(/[\r\n]+$/, ''))],
  ['strrev', text((value) => Array.from(value).reverse().join(''))],
  ['trim', plain((args) => trimmed(textAt(args, 0), textAt(args, 1)))],
  [
    'trimprefix',
    plain((args) => (textAt(args, 0).startsWith(textAt(args, 1)) ? textAt(args, 0).slice(textAt(args, 1).length) : textAt(args, 0))),
  ],
  ['trimsuffix', plain((args) => withoutSuffix(textAt(args, 0), textAt(args, 1)))],
  ['startswith', { partial: true, run: (args, call) => edge(args, call, 'start') }],
  ['endswith', { partial: true, run: (args, call) => edge(args, call, 'end') }],
  ['strcontains', plain((args) => textAt(args, 0).includes(textAt(args, 1)))],
  ['indent', plain((args) => textAt(args, 1).replaceAll('\n', `\n${' '.repeat(bounded(numberAt(args, 0)))}`))],
  ['substr', plain((args) => part(textAt(args, 0), numberAt(args, 1), numberAt(args, 2)))],
  ['replace', { run: replace }],
  ['split', { run: (args, call) => split(args, call) }],
  ['join', { partial: true, run: join }],
  ['format', { partial: true, run: formatted }],
  ['formatlist', { run: formatList }],
  ['regex', { run: (args, call) => valueFrom(linearRegex(textAt(args, 0), call).first(textAt(args, 1)), call.at) }],
  ['regexall', { run: (args, call) => valueFrom(linearRegex(textAt(args, 0), call).all(textAt(args, 1)), call.at) }],
];

const MAX_INDENT = 1000;

function bounded(spaces: number): number {
  return Math.min(Math.max(0, Math.floor(spaces)), MAX_INDENT);
}

function trimmed(value: string, characters: string): string {
  const set = new Set(characters);
  const all = Array.from(value);
  let start = 0;
  let end = all.length;
  while (start < end && set.has(all[start] ?? '')) start++;
  while (end > start && set.has(all[end - 1] ?? '')) end--;
  return all.slice(start, end).join('');
}

function withoutSuffix(value: string, suffix: string): string {
  return suffix !== '' && value.endsWith(suffix) ? value.slice(0, -suffix.length) : value;
}

/** The known piece at an edge of a text decides, if it is long enough. */
function edge(args: readonly IacValue[], call: Call, side: 'start' | 'end'): IacValue {
  const value = argument(args, 0);
  const wanted = argument(args, 1);
  if (wanted.kind !== 'scalar') return openResult(args, call);
  const looked = textOf(wanted);
  const known = value.kind === 'unknown' ? (side === 'start' ? value.pieces?.[0] : value.pieces?.at(-1)) : textAt(args, 0);
  if (known == null) return openResult(args, call);
  const holds = side === 'start' ? known.startsWith(looked) : known.endsWith(looked);
  const decides = value.kind === 'scalar' || holds || known.length >= looked.length;
  return decides ? scalar(holds, call.at, originOf(args)) : openResult(args, call);
}

function part(value: string, offset: number, length: number): string {
  const all = Array.from(value);
  const start = offset < 0 ? Math.max(0, all.length + offset) : offset;
  return all.slice(start, length < 0 ? undefined : start + length).join('');
}

function replace(args: readonly IacValue[], call: Call): IacValue {
  const [value, wanted, by] = [textAt(args, 0), textAt(args, 1), textAt(args, 2)];
  const pattern = wanted.length > 1 && wanted.startsWith('/') && wanted.endsWith('/') ? wanted.slice(1, -1) : undefined;
  if (pattern !== undefined) return boundedText(linearRegex(pattern, call).replaced(value, by), args, call);
  const growth = wanted === '' ? value.length * by.length : (value.length / wanted.length) * by.length;
  if (!call.budget.allowsText(growth, call.at)) return openResult(args, call);
  return boundedText(value.split(wanted).join(by), args, call);
}

function boundedText(result: string, args: readonly IacValue[], call: Call): IacValue {
  return call.budget.allowsText(result.length, call.at) ? scalar(result, call.at) : openResult(args, call);
}

function split(args: readonly IacValue[], call: Call): IacValue {
  const parts = textAt(args, 1).split(textAt(args, 0));
  if (!call.budget.allowsItems(parts.length, call.at)) return openResult(args, call);
  return list(
    parts.map((item) => scalar(item, call.at)),
    call.at,
  );
}

function join(args: readonly IacValue[], call: Call): IacValue {
  const between = argument(args, 0);
  const parts: IacValue[] = [];
  for (const from of args.slice(1)) {
    if (from.kind !== 'list') {
      if (from.kind !== 'unknown') throw new EvaluationError('no list');
      parts.push(from);
      continue;
    }
    parts.push(...from.items);
    if (from.rest !== undefined) parts.push({ kind: 'unknown', expression: from.rest, at: from.at });
  }
  return joinedText(
    parts.flatMap((item, at) => (at === 0 ? [item] : [between, item])),
    call.scope,
    call.written,
  );
}

function formatList(args: readonly IacValue[], call: Call): IacValue {
  const lists = args.slice(1).map((arg): IacList | IacValue => arg);
  const lengths = lists.flatMap((arg) => (arg.kind === 'list' ? [arg.items.length] : []));
  const length = lengths.length === 0 ? 1 : Math.max(...lengths);
  const items = Array.from({ length }, (_, at) => {
    const row = lists.map((arg, index) => (arg.kind === 'list' ? listAt(lists, index).items[at] : arg));
    const known = row.filter((item): item is IacValue => item !== undefined);
    if (known.length < row.length) throw new EvaluationError('lists of different length');
    return scalar(formattedText(textAt(args, 0), known, call), call.at);
  });
  return list(items, call.at);
}
