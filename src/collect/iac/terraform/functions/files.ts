import type { IacValue } from '../../../../model/iac.js';
import { joinPath } from '../project/module-source.js';
import { parseTemplate } from '../syntax/parser.js';
import { EvaluationError } from '../values/errors.js';
import { list, map, scalar } from '../values/make.js';
import { argument, type Call, openResult, plain, type TerraformFunction, textAt } from './contract.js';
import { digest } from './encoding.js';

const hash = (algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', encoding: 'hex' | 'base64'): TerraformFunction => ({
  run: (args, call) => ofFile(args, call, (bytes) => digest(algorithm, bytes, encoding)),
});

/** Functions that read files of the tree. A file that is not there leaves the result unknown. */
export const fileFunctions: readonly (readonly [string, TerraformFunction])[] = [
  ['file', { run: fileText }],
  ['filebase64', { run: (args, call) => ofFile(args, call, (bytes) => Buffer.from(bytes).toString('base64')) }],
  [
    'fileexists',
    { run: (args, call) => (call.scope.names.fileText(textAt(args, 0)) === undefined ? openResult(args, call) : scalar(true, call.at)) },
  ],
  ['filemd5', hash('md5', 'hex')],
  ['filesha1', hash('sha1', 'hex')],
  ['filesha256', hash('sha256', 'hex')],
  ['filesha512', hash('sha512', 'hex')],
  ['filebase64sha256', hash('sha256', 'base64')],
  ['filebase64sha512', hash('sha512', 'base64')],
  ['fileset', { run: fileSet }],
  ['templatefile', { partial: true, run: templateFile }],
  ['templatestring', { partial: true, run: (args, call) => rendered(textAt(args, 0), args, call) }],
  ['basename', plain((args) => textAt(args, 0).replace(/\/+$/, '').split('/').at(-1) || (textAt(args, 0).startsWith('/') ? '/' : '.'))],
  ['dirname', plain((args) => folderName(textAt(args, 0)))],
];

function folderName(path: string): string {
  const slash = path.lastIndexOf('/');
  if (slash < 0) return '.';
  return path.slice(0, slash).replace(/\/+$/, '') || '/';
}

function fileText(args: readonly IacValue[], call: Call): IacValue {
  const text = call.scope.names.fileText(textAt(args, 0));
  if (text === undefined || !call.budget.allowsText(text.length, call.at)) return openResult(args, call);
  return scalar(text, call.at);
}

function ofFile(args: readonly IacValue[], call: Call, read: (bytes: Uint8Array) => string): IacValue {
  const bytes = call.scope.names.fileBytes(textAt(args, 0));
  if (bytes === undefined || !call.budget.allowsText(bytes.length, call.at)) return openResult(args, call);
  return scalar(read(bytes), call.at);
}

function fileSet(args: readonly IacValue[], call: Call): IacValue {
  const folder = joinPath('', textAt(args, 0).replace(/^\.\//, ''));
  const found = folder === undefined ? [] : call.scope.names.filesBelow(textAt(args, 0));
  const matches = globOf(textAt(args, 1));
  return list(
    found.filter((path) => matches.test(path)).map((path) => scalar(path, call.at)),
    call.at,
  );
}

const MAX_GLOB = 200;

/** `*`, `**`, `?` and `{a,b}` of Terraform's file names. */
function globOf(pattern: string): RegExp {
  if (pattern.length > MAX_GLOB) throw new EvaluationError('the pattern is too long');
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[.+^$()|[\]\\{}]/g, (mark) => {
    if (mark === '**/') return '(?:[^/]+/){0,20}';
    if (mark === '**') return '.*';
    if (mark === '*') return '[^/]*';
    if (mark === '?') return '[^/]';
    if (mark.startsWith('{') && mark.length > 1) return `(?:${mark.slice(1, -1).split(',').map(escapeText).join('|')})`;
    return `\\${mark}`;
  });
  return new RegExp(`^${source}$`);
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function templateFile(args: readonly IacValue[], call: Call): IacValue {
  if (argument(args, 0).kind === 'unknown') return openResult(args, call);
  const text = call.scope.names.fileText(textAt(args, 0));
  return text === undefined ? openResult(args, call) : rendered(text, args, call);
}

const MAX_NESTED_TEMPLATES = 10;

/** A text as template, in which only the given variables have names. */
function rendered(text: string, args: readonly IacValue[], call: Call): IacValue {
  const variables = args[1] ?? map(new Map(), call.at);
  if (variables.kind === 'unknown') return openResult(args, call);
  if (variables.kind !== 'map') throw new EvaluationError('variables of a template are a map');
  call.budget.spend(text.length);
  const depth = (call.scope.depth ?? 0) + 1;
  if (depth > MAX_NESTED_TEMPLATES) throw new EvaluationError('templates in templates');
  const expression = parseTemplate({ path: call.at.path, text });
  return call.evaluate(expression, { ...call.scope, own: variables.entries, depth });
}
