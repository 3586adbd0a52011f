import { RE2JS } from 're2js';
import { type FunctionContext, textArg } from './functions/table.js';
import { yamlText } from './functions/yaml-text.js';
import { withoutMarks } from './marks.js';
import { ChartFiles, type TemplateMap, type TemplateValue } from './values.js';

type Method = (files: ChartFiles, args: readonly TemplateValue[], context: FunctionContext) => TemplateValue;

/** What templates call on `.Files`. A file that is not there is an empty text, as Helm has it. */
export const fileMethods: Readonly<Record<string, Method>> = {
  Get: textOf,
  GetBytes: textOf,
  Lines: (files, args, context) => {
    const lines = textOf(files, args, context).split('\n');
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  },
  Glob: (files, [pattern]) => {
    const chosen = globbed(textArg(pattern));
    return new ChartFiles(() => (chosen ? files.names.filter((name) => chosen.matches(name)) : []), files.read);
  },
  AsConfig: (files, _args, context) => yamlText(byBaseName(files, context, 'utf8'), context),
  AsSecrets: (files, _args, context) => yamlText(byBaseName(files, context, 'base64'), context),
};

function textOf(files: ChartFiles, [name]: readonly TemplateValue[], context: FunctionContext): string {
  const text = files.text(textArg(name)) ?? '';
  context.spend(text.length >> 4);
  return text;
}

/** The entries of a ConfigMap or a Secret; of two files with one name the later one is kept. */
function byBaseName(files: ChartFiles, context: FunctionContext, form: 'utf8' | 'base64'): TemplateMap {
  return new Map(
    files.names.map((name): [string, TemplateValue] => {
      const bytes = files.read(name);
      context.spend(bytes.length >> 4);
      return [name.slice(name.lastIndexOf('/') + 1), withoutMarks(Buffer.from(bytes).toString(form))];
    }),
  );
}

const SIGNS = /\*\*|[*?{},]|\[!?[^\]]*\]|\\.|[^*?{},[\]\\]+|[[\]\\]/gs;

/** `config/*`, `**.yaml`, `{a,b}/[!x]?`, in linear time. Undefined: no pattern. */
function globbed(pattern: string): RE2JS | undefined {
  let depth = 0;
  const pieces = (pattern.slice(0, 1_000).match(SIGNS) ?? []).map((piece) => {
    if (piece === '**') return '.*';
    if (piece === '*') return '[^/]*';
    if (piece === '?') return '[^/]';
    if (piece === '{') depth++;
    if (piece === '{') return '(?:';
    if (piece === '}' && depth > 0) depth--;
    else if (piece === '}') return '\\}';
    if (piece === '}') return ')';
    if (piece === ',') return depth > 0 ? '|' : ',';
    if (piece.length > 2 && piece.startsWith('['))
      return `[${piece.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\').replaceAll('[', '\\[')}]`;
    return RE2JS.quote(piece.startsWith('\\') ? piece.slice(1) : piece);
  });
  try {
    return RE2JS.compile(pieces.join(''), RE2JS.DOTALL);
  } catch {
    return undefined;
  }
}
