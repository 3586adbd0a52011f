import { TemplateSyntaxError } from './syntax.js';

/** A piece of a template: text, or what stands between `{{` and `}}`. */
export interface Piece {
  action: boolean;
  text: string;
  line: number;
}

/** Cuts a template into text and actions, with the blanks removed that `{{-` and `-}}` eat. Comments are left out. */
export function pieces(template: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  let line = 1;
  let eats = false;
  const add = (text: string, from: number, eatsNext: boolean) => {
    let kept = eats ? text.replace(/^[ \t\r\n]+/, '') : text;
    const skipped = newlines(text.slice(0, text.length - kept.length));
    if (eatsNext) kept = trimmedEnd(kept);
    if (kept !== '') found.push({ action: false, text: kept, line: from + skipped });
  };
  for (;;) {
    const open = template.indexOf('{{', at);
    if (open === -1) break;
    const trimsLeft = /^-[ \t\r\n]/.test(template.slice(open + 2, open + 4));
    const text = template.slice(at, open);
    add(text, line, trimsLeft);
    line += newlines(text);
    const start = open + 2 + (trimsLeft ? 1 : 0);
    const close = endOfAction(template, start, line);
    const inner = template.slice(start, close);
    eats = /[ \t\r\n]-$/.test(inner);
    const body = (eats ? inner.slice(0, -1) : inner).trim();
    if (!body.startsWith('/*'))
      found.push({ action: true, text: body, line: line + newlines(inner.slice(0, inner.length - inner.trimStart().length)) });
    line += newlines(inner);
    at = close + 2;
  }
  add(template.slice(at), line, false);
  return found;
}

function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Where the `}}` of an action stands; braces in its texts and comments do not end it. */
function endOfAction(template: string, start: number, line: number): number {
  const comment = /^\s*\/\*/.exec(template.slice(start, start + 80));
  if (comment) {
    const end = template.indexOf('*/', start);
    const close = end === -1 ? -1 : template.indexOf('}}', end);
    if (close === -1) throw new TemplateSyntaxError(line, 'a comment that is never closed');
    return close;
  }
  for (let at = start; at < template.length; at++) {
    const char = template.charAt(at);
    if (char === '}' && template.charAt(at + 1) === '}') return at;
    if (char === '"' || char === '`' || char === "'") {
      const end = endOfText(template, at);
      if (end === -1) break;
      at = end;
    }
  }
  throw new TemplateSyntaxError(line, 'an action that is never closed by }}');
}

function endOfText(template: string, start: number): number {
  const mark = template.charAt(start);
  for (let at = start + 1; at < template.length; at++) {
    const char = template.charAt(at);
    if (char === '\\' && mark !== '`') at++;
    else if (char === mark) return at;
    else if (char === '\n' && mark !== '`') return -1;
  }
  return -1;
}

export type Token =
  | { kind: 'word' | 'field' | 'variable' | 'sign'; text: string; spaced: boolean }
  | { kind: 'value'; value: string | number | boolean | null; text: string; spaced: boolean };

const TOKEN =
  /\s*(?:("(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*')|(\$[\p{L}\p{N}_]*)|(\.[\p{L}_][\p{L}\p{N}_]*)|([\p{L}_][\p{L}\p{N}_]*)|([+-]?(?:0[xX][0-9a-fA-F_]+|[\d_]+(?:\.\d*)?(?:[eE][+-]?\d+)?))|(:=|[|=,().]))/uy;

/** The tokens of one action. `spaced`: blanks stand before it, so that `.a .b` are two operands. */
export function tokensOf(action: string, line: number): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = action.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(action);
    if (!found) throw new TemplateSyntaxError(line, `an action that nobody can read from "${action.slice(from, from + 20)}"`);
    const [all, text, variable, field, word, number, sign] = found;
    const spaced = /^\s/.test(all) || from === 0;
    if (text !== undefined) tokens.push({ kind: 'value', value: unquoted(text), text, spaced });
    else if (variable !== undefined) tokens.push({ kind: 'variable', text: variable, spaced });
    else if (field !== undefined) tokens.push({ kind: 'field', text: field.slice(1), spaced });
    else if (word !== undefined) tokens.push(wordToken(word, spaced));
    else if (number !== undefined) tokens.push({ kind: 'value', value: Number(number.replaceAll('_', '')), text: number, spaced });
    else tokens.push({ kind: 'sign', text: sign ?? '', spaced });
  }
  return tokens;
}

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['nil', null],
]);

function wordToken(text: string, spaced: boolean): Token {
  const constant = CONSTANTS.get(text);
  return constant === undefined ? { kind: 'word', text, spaced } : { kind: 'value', value: constant, text, spaced };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  "'": "'",
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

function unquoted(text: string): string | number {
  const inner = text.slice(1, -1);
  if (text.startsWith('`')) return inner.replaceAll('\r', '');
  const plain = inner.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{3}|.)/gs, (_all, code: string) => {
    if (/^[xuU]./.test(code)) return character(Number.parseInt(code.slice(1), 16));
    return /^[0-7]{3}$/.test(code) ? character(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code);
  });
  return text.startsWith("'") ? (plain.codePointAt(0) ?? 0) : plain;
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
