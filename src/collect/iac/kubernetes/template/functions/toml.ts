import { parse, TomlError } from 'smol-toml';
import { type TemplateValue, Unknown } from '../values.js';
import { aware, byKey, type FunctionContext, type FunctionTable, known, textArg, unknownOf } from './table.js';

/** Characters of a text that a template may parse. */
const MAX_PARSED = 1024 * 1024;
const DEPTH = 100;

export const tomlFunctions: FunctionTable = {
  ...aware({
    toToml: ([value = null], context) => {
      const unknown = unknownIn(value, context, 0);
      if (unknown) return unknown;
      const lines = value instanceof Map ? tableLines(value, [], context) : [inline(value, context)];
      return lines.length === 0 ? '' : `${lines.join('\n').replace(/^\n+/, '')}\n`;
    },
  }),
  ...known({ fromToml: ([text]) => parsed(textArg(text)) }),
};

function unknownIn(value: TemplateValue, context: FunctionContext, depth: number): Unknown | undefined {
  context.spend(1);
  if (depth > DEPTH) return new Unknown('toToml');
  const own = unknownOf(value, context);
  if (own) return own;
  const inner = Array.isArray(value) ? value : value instanceof Map ? [...value.values()] : [];
  for (const one of inner) {
    const found = unknownIn(one, context, depth + 1);
    if (found) return found;
  }
  return undefined;
}

type Table = Extract<TemplateValue, Map<string, TemplateValue>>;

/** Single values first, then tables below their headings, moved in with each level, as Go's encoder writes them. */
function tableLines(table: Table, way: readonly string[], context: FunctionContext): string[] {
  context.spend(table.size);
  const pad = '  '.repeat(way.length);
  const entries = [...table].filter(([, value]) => value !== null && !(value instanceof Unknown)).sort(byKey);
  const single = entries.filter(([, value]) => !isTables(value));
  const heading = (key: string) => [...way, keyOf(key)];
  return [
    ...single.map(([key, value]) => `${pad}${keyOf(key)} = ${inline(value, context)}`),
    ...entries.flatMap(([key, value]) => {
      if (value instanceof Map)
        return ['', `${pad}[${heading(key).join('.')}]`, ...tableLines(value, heading(key), context)].slice(way.length > 0 ? 1 : 0);
      if (!isTables(value)) return [];
      return value.flatMap((one) =>
        ['', `${pad}[[${heading(key).join('.')}]]`, ...tableLines(one, heading(key), context)].slice(way.length > 0 ? 1 : 0),
      );
    }),
  ];
}

function isTables(value: TemplateValue): value is Table[] {
  return value instanceof Map || (Array.isArray(value) && value.length > 0 && value.every((item) => item instanceof Map));
}

function inline(value: TemplateValue, context: FunctionContext): string {
  context.spend(1);
  if (Array.isArray(value)) return `[${value.map((item) => inline(item, context)).join(', ')}]`;
  if (value instanceof Map)
    return `{${[...value]
      .sort(byKey)
      .map(([key, item]) => `${keyOf(key)} = ${inline(item, context)}`)
      .join(', ')}}`;
  return typeof value === 'string' ? JSON.stringify(value) : value === null || value instanceof Unknown ? '""' : String(value);
}

function keyOf(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

/** As Helm gives a text: an `Error` where it cannot be read. */
function parsed(text: string): TemplateValue {
  if (text.length > MAX_PARSED) return new Unknown('fromToml');
  try {
    return fromPlain(parse(text, { maxDepth: DEPTH }), 0);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return new Map([['Error', `toml: ${error.message.split('\n', 1)[0]}`]]);
  }
}

export function fromPlain(value: unknown, depth: number): TemplateValue {
  if (depth > DEPTH) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => fromPlain(item, depth + 1));
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, entry]): [string, TemplateValue] => [key, fromPlain(entry, depth + 1)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
