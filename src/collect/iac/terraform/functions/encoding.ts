import { createHash } from 'node:crypto';
import { parse as parseYaml } from 'yaml';
import type { IacValue } from '../../../../model/iac.js';
import { joinedText } from '../evaluate/text.js';
import { numberText } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { originOf, scalar, sortedEntries, unknown } from '../values/make.js';
import { argument, type Call, openResult, type Plain, plain, type TerraformFunction, textAt, valueFrom } from './contract.js';

export const encodingFunctions: readonly (readonly [string, TerraformFunction])[] = [
  ['jsonencode', { partial: true, run: (args, call) => encodedJson(argument(args, 0), call) }],
  ['jsondecode', { partial: true, run: (args, call) => decodedJson(args, call) }],
  ['yamldecode', { run: (args, call) => valueFrom(yamlOf(textAt(args, 0), call), call.at) }],
  ['csvdecode', { run: (args, call) => valueFrom(csvOf(textAt(args, 0), call), call.at) }],
  ['base64encode', plain((args) => Buffer.from(textAt(args, 0)).toString('base64'))],
  ['base64decode', plain((args) => base64Text(textAt(args, 0)))],
  ['urlencode', plain((args) => urlEncoded(textAt(args, 0)))],
  ['urldecode', plain((args) => urlDecoded(textAt(args, 0)))],
  ...(['md5', 'sha1', 'sha256', 'sha512'] as const).map((name) => [name, plain((args) => digest(name, textAt(args, 0)))] as const),
  ['base64sha256', plain((args) => digest('sha256', textAt(args, 0), 'base64'))],
  ['base64sha512', plain((args) => digest('sha512', textAt(args, 0), 'base64'))],
];

/** What a text that `jsonencode` made holds is known even where the text is not. */
function decodedJson(args: readonly IacValue[], call: Call): IacValue {
  const value = argument(args, 0);
  if (value.kind === 'unknown') return value.encodes ?? openResult(args, call);
  if (value.kind === 'scalar' && value.encodes) return value.encodes;
  return valueFrom(
    parsed(() => JSON.parse(textAt(args, 0))),
    call.at,
  );
}

function parsed(parse: () => Plain): Plain {
  try {
    return parse();
  } catch {
    throw new EvaluationError('it cannot be parsed');
  }
}

const MAX_DECODED = 1_000_000;

function yamlOf(text: string, { budget }: Call): Plain {
  if (text.length > MAX_DECODED) throw new EvaluationError('too large');
  budget.spend(text.length);
  return parsed(() => parseYaml(text, { maxAliasCount: 100, schema: 'core' }));
}

function csvOf(text: string, { budget }: Call): Plain {
  budget.spend(text.length);
  const [header = [], ...rows] = csvRows(text);
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
}

function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const fields = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/y;
  while (fields.lastIndex < text.length) {
    const found = fields.exec(text);
    if (!found) throw new EvaluationError('no CSV');
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',' && fields.lastIndex < text.length) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

function base64Text(text: string): string {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new EvaluationError('no base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch {
    throw new EvaluationError('no text');
  }
}

function urlEncoded(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

function urlDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new EvaluationError('no URL encoding');
  }
}

export function digest(
  algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512',
  data: string | Uint8Array,
  encoding: 'hex' | 'base64' = 'hex',
): string {
  return createHash(algorithm).update(data).digest(encoding);
}

/** A value as JSON text, in Terraform's spelling; unknown parts leave holes, and the value itself goes with the text. */
export function encodedJson(value: IacValue, call: Pick<Call, 'at' | 'budget' | 'written'>): IacValue {
  const parts: IacValue[] = [];
  const put = (text: string) => parts.push(scalar(text, call.at));
  const write = (inner: IacValue): void => {
    call.budget.spend();
    if (inner.kind === 'scalar') put(scalarJson(inner.value));
    else if (inner.kind === 'unknown') parts.push(unknown(inner.expression, inner.at, originOf([inner]), { pieces: unknownPieces(inner) }));
    else if (inner.kind === 'list') writeAll('[', inner.items, ']', inner.rest, write);
    else {
      const keys = sortedEntries(inner);
      put('{');
      keys.forEach(([key, entry], at) => {
        put(`${at === 0 ? '' : ','}${stringJson(key)}:`);
        write(entry);
      });
      if (inner.rest !== undefined) parts.push(unknown(inner.rest, call.at));
      put('}');
    }
  };
  const writeAll = (open: string, items: readonly IacValue[], close: string, rest: string | undefined, each: (item: IacValue) => void) => {
    put(open);
    items.forEach((item, at) => {
      if (at > 0) put(',');
      each(item);
    });
    if (rest !== undefined) parts.push(unknown(rest, call.at));
    put(close);
  };
  write(value);
  const text = joinedText(parts, { at: call.at, budget: call.budget }, call.written);
  return text.kind === 'scalar' || text.kind === 'unknown' ? { ...text, ...originOf([text, value]), encodes: value } : text;
}

/** An unknown text stands in quotes, an unknown anything else does not: nobody knows which, so the quotes are unknown too. */
function unknownPieces({ pieces }: { pieces?: readonly (string | null)[] }): readonly (string | null)[] {
  if (pieces === undefined) return [null];
  const inner = pieces.map((piece) => (piece === null ? null : stringJson(piece).slice(1, -1)));
  return ['"', ...inner, '"'];
}

function scalarJson(value: string | number | boolean | null): string {
  if (typeof value === 'string') return stringJson(value);
  if (typeof value === 'number') return numberText(value);
  return String(value);
}

function stringJson(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Halves of surrogate pairs cannot be encoded; Terraform's texts never hold them. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
