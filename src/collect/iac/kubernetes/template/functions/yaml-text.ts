import { hasMarks } from '../marks.js';
import type { TemplateValue } from '../values.js';
import { byKey, type FunctionContext, printed } from './table.js';

const DEPTH = 100;

/** Block YAML with sorted keys, as Helm writes it. */
export function yamlText(value: TemplateValue, context: FunctionContext): string {
  const lines = yamlLines(value, context, 0);
  return (typeof value === 'string' ? lines.map((line, at) => (at === 0 ? line : indented(line))) : lines).join('\n');
}

function yamlLines(value: TemplateValue, context: FunctionContext, depth: number): string[] {
  context.spend(1);
  if (depth > DEPTH) return [context.marks.hole('toYaml')];
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => yamlLines(item, context, depth + 1).map((line, index) => (index === 0 ? `- ${line}` : indented(line))));
  if (value instanceof Map && value.size > 0)
    return [...value].sort(byKey).flatMap(([key, entry]) => {
      const [first = '', ...others] = yamlLines(entry, context, depth + 1);
      const name = inLine(key);
      if (Array.isArray(entry) && entry.length > 0) return [`${name}:`, first, ...others];
      if (entry instanceof Map && entry.size > 0) return [`${name}:`, ...[first, ...others].map(indented)];
      return [`${name}: ${first}`, ...others.map(indented)];
    });
  if (Array.isArray(value)) return ['[]'];
  if (value instanceof Map) return ['{}'];
  return value === null ? ['null'] : typeof value === 'string' ? textLines(value) : [printed(value, context)];
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}

/** Several lines as a block, with the sign for the line ends that follow the last one. */
function textLines(text: string): string[] {
  if (!text.includes('\n') || hasMarks(text) || /[^\P{C}\n\t]/u.test(text) || /[\t ]+(?:\n|$)/.test(text)) return [inLine(text)];
  const body = text.replace(/\n+$/, '');
  const ends = text.length - body.length;
  const lines = body.split('\n');
  // A first line that is empty or begins with a blank does not show how far the block is moved in.
  const width = /^\s/.test(text) ? '2' : '';
  return [`|${width}${ends === 0 ? '-' : ends === 1 ? '' : '+'}`, ...lines, ...Array<string>(Math.max(ends - 1, 0)).fill('')];
}

/** Characters that begin something else in YAML. */
const PLAIN = /^(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^\s,[\]{}]))(?:[^:#]|:(?!\s|$)|(?<!\s)#)*$/;
/** What YAML 1.1 reads as something other than a text. */
const OTHER =
  /^(?:true|false|yes|no|on|off|null|y|n|~|<<|=|[-+]?\.inf|\.nan|[-+]?(?:0x[\da-f_]+|0b[01_]+|0o[0-7_]+|[\d_][\d_,]*(?:\.[\d_]*)?(?:e[-+]?\d+)?|\.\d[\d_]*(?:e[-+]?\d+)?|\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?)|\d{4}-\d\d?-\d\d?.*)$/i;

function inLine(text: string): string {
  if (OTHER.test(text) || text === '' || /[^\P{C}\ue000-\ue004]/u.test(text)) return JSON.stringify(text);
  if (hasMarks(text))
    return /^[A-Za-z_/\ue000][\w./@\ue000-\ue004-]*(?::[\w./@\ue000-\ue004-]+)*$/.test(text) ? text : JSON.stringify(text);
  return PLAIN.test(text) && !/\s$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}
