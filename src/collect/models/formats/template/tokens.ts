/** A piece of a Jinja template: outside text, an `{{ expression }}`, or a `{% statement %}`. Comments are removed. */
export interface Piece {
  readonly kind: 'text' | 'output' | 'statement';
  readonly text: string;
  readonly offset: number;
  /** False when its closing delimiter is missing. */
  readonly closed: boolean;
}

export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'operator';
  /** The decoded value of a string. */
  readonly text: string;
}

const CLOSERS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/** Splits a template (Jinja 2 lexer, default delimiters). A `}}` inside a string literal does not close it. */
export function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < template.length) {
    const open = nextOpen(template, at);
    if (open > at) pieces.push({ kind: 'text', text: template.slice(at, open), offset: at, closed: true });
    if (open >= template.length) break;
    at = takeBlock(template, open, pieces);
  }
  return withoutRaw(pieces);
}

function nextOpen(template: string, from: number): number {
  for (let at = template.indexOf('{', from); at !== -1; at = template.indexOf('{', at + 1)) {
    if (CLOSERS[template.slice(at, at + 2)] !== undefined) return at;
  }
  return template.length;
}

function takeBlock(template: string, open: number, pieces: Piece[]): number {
  const opener = template.slice(open, open + 2);
  const closer = CLOSERS[opener] ?? '}}';
  const comment = opener === '{#';
  const end = comment ? template.indexOf(closer, open + 2) : endOfCode(template, open + 2, closer);
  const stop = end === -1 ? template.length : end;
  const kind = opener === '{{' ? 'output' : 'statement';
  if (!comment) pieces.push({ kind, text: trimDashes(template.slice(open + 2, stop)), offset: open, closed: end !== -1 });
  return end === -1 ? template.length : end + 2;
}

function trimDashes(code: string): string {
  return code.replace(/^[-+]/, '').replace(/[-+]$/, '').trim();
}

function endOfCode(template: string, from: number, closer: string): number {
  for (let at = from; at < template.length; at++) {
    const char = template[at];
    if (char === '"' || char === "'") at = endOfString(template, at);
    else if (char === closer[0] && template[at + 1] === closer[1]) return at;
  }
  return -1;
}

function endOfString(text: string, open: number): number {
  const quote = text[open];
  let at = open + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The pieces between `raw` and `endraw` become text. */
function withoutRaw(pieces: Piece[]): Piece[] {
  let raw = false;
  const kept: Piece[] = [];
  for (const piece of pieces) {
    const word = piece.kind === 'statement' ? piece.text : '';
    if (word === 'raw') raw = true;
    else if (word === 'endraw') raw = false;
    else kept.push(raw ? { ...piece, kind: 'text' } : piece);
  }
  return kept;
}

const TOKEN = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|\d[\w.]*|"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|\/\/|\*\*|[=!<>]=|[^\s]/g;

/** Tokens of an expression or statement; an unknown character becomes an operator. */
export function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  for (const [text] of code.matchAll(TOKEN)) {
    const first = text[0] ?? '';
    if (first === '"' || first === "'") tokens.push({ kind: 'string', text: decodeLiteral(text) });
    else if (/\d/.test(first)) tokens.push({ kind: 'number', text });
    else if (/[\w\u0080-\uffff]/.test(first)) tokens.push({ kind: 'name', text: text.normalize('NFKC') });
    else tokens.push({ kind: 'operator', text });
  }
  return tokens;
}

const ESCAPE = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([0-7]{1,3})|N\{([^}]{1,80})\}|([\s\S]))/gi;
const PLAIN: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** The value of a string literal: Python's escapes, as Jinja decodes them. */
function decodeLiteral(literal: string): string {
  const closed = literal.length > 1 && literal.at(-1) === literal[0];
  const body = literal.slice(1, closed ? -1 : undefined);
  if (!body.includes('\\')) return body;
  return body.replace(ESCAPE, (_, hex, u4, u8, octal, name, other) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    if (name !== undefined) return /^low line$/i.test(name) ? '_' : `{${name}}`;
    const code = hex ?? u4 ?? u8;
    if (code === undefined) return PLAIN[other] ?? other;
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}
