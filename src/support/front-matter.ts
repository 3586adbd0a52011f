import { parseDocument } from 'yaml';
import { isObject, type JsonObject } from './json.js';

/** Longest header that is parsed, in characters. Headers written by people are far shorter. */
const MAX_HEADER = 64 * 1024;
const MAX_ALIASES = 20;

/** The YAML header between two `---` lines at the start of an instruction file. */
export interface FrontMatter {
  fields: JsonObject;
  /** The header as written, without the marks. */
  source: string;
  /** 1-based line of the first line of `source`. */
  line: number;
  /** Offset of the text after the header. */
  end: number;
  /** Why `fields` were read line by line: the header is no YAML, or too long. */
  problem?: string;
}

/** The headers of the last texts: whoever looks at a file asks anew, and YAML is slow to read. */
const lately = new Map<string, FrontMatter | undefined>();
const MOST = 16;

/** The header of a text; undefined when there is none. Broken YAML is read as `key: value` lines, as the clients do. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  if (!/^\uFEFF?---/.test(text)) return undefined;
  if (lately.has(text)) return lately.get(text);
  const found = readFrontMatter(text);
  const [oldest] = lately.keys();
  if (lately.size >= MOST && oldest !== undefined) lately.delete(oldest);
  lately.set(text, found);
  return found;
}

function readFrontMatter(text: string): FrontMatter | undefined {
  const start = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  if (start === null) return undefined;
  const close = /\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/g;
  close.lastIndex = start[0].length - 1;
  const end = close.exec(text);
  if (end === null) return undefined;
  const source = text.slice(start[0].length, Math.max(start[0].length, end.index));
  return { ...fieldsOf(source), source, line: 2, end: end.index + end[0].length };
}

function fieldsOf(source: string): Pick<FrontMatter, 'fields' | 'problem'> {
  if (source.length > MAX_HEADER) return { fields: plainFields(source.slice(0, MAX_HEADER)), problem: 'header is longer than 64 KiB' };
  const simple = simpleFields(source);
  if (simple !== undefined) return { fields: simple };
  try {
    const document = parseDocument(source, { uniqueKeys: false, logLevel: 'silent' });
    const value: unknown = document.errors.length === 0 ? document.toJS({ maxAliasCount: MAX_ALIASES }) : undefined;
    if (isObject(value)) return { fields: value };
  } catch {
    // Aliases beyond the limit: read as lines below.
  }
  return { fields: plainFields(source), problem: 'header is not a YAML mapping' };
}

/**
 * A line whose meaning in YAML needs no parser: a name, and a text on the same line that is quoted without escapes, or that begins with a letter
 * and has no colon before a blank, no hash behind one, and no blank at its end.
 */
const SIMPLE_LINE =
  /^([A-Za-z][\w-]{0,63}): (?:"([^"\\\p{C}\u2028\u2029]*)"|'([^'\p{C}\u2028\u2029]*)'|([A-Za-z](?:(?!:[ \t]|[ \t]#)[^\p{C}\u2028\u2029])*(?<![:\s])))$/u;
/** Texts that YAML reads as something else, in any case; and a name that sets no field. */
const NO_TEXT = /^(?:null|true|false)$/i;

/** The fields of a header of simple lines, as most are; undefined for any other. */
function simpleFields(source: string): JsonObject | undefined {
  const fields: Record<string, string> = {};
  for (const line of source.split('\n')) {
    const [, name = '', double, single, plain = ''] = SIMPLE_LINE.exec(line) ?? [];
    if (name === '' || NO_TEXT.test(name) || NO_TEXT.test(plain) || Object.hasOwn(fields, name)) return undefined;
    fields[name] = double ?? single ?? plain;
  }
  return fields;
}

/** Reads `key: value` lines without indentation. Descriptions with a second colon are common, and no valid YAML. */
function plainFields(source: string): JsonObject {
  const fields = new Map<string, unknown>();
  for (const line of source.split('\n')) {
    const match = /^([\w.-]{1,64})[ \t]*:[ \t]*(.*)$/.exec(line.replace(/\r$/, ''));
    if (match?.[1] !== undefined && !fields.has(match[1])) fields.set(match[1], (match[2] ?? '').replace(/^(["'])(.*)\1$/, '$2'));
  }
  return Object.fromEntries(fields);
}

/** A text field, whatever scalar it was written as; empty when missing. */
export function textField(fields: JsonObject, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
