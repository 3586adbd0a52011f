import { InputError } from '../../../../support/errors.js';
import { limits } from '../../../../support/limits.js';
import type { Attribute, Block, Body, Expression, ObjectNode, ParsedFile, SourceText } from './ast.js';
import { parseTemplate } from './parser.js';

/** Parses Terraform's JSON syntax into what the native syntax would give. Never throws: what could not be parsed is told by `error`. */
export function parseJsonBody(source: SourceText): ParsedFile {
  return parsed(source, (root) => ({ attributes: new Map(), blocks: root.entries.flatMap((entry) => topBlocks(entry, source)) }));
}

/** Parses a `.tfvars.json`: texts in it are taken as they are. */
export function parseJsonValues(source: SourceText): ParsedFile {
  return parsed(source, (root) => ({ attributes: attributesOf(root.entries), blocks: [] }), true);
}

/** Parses any JSON; texts are taken as they are, and top-level members with the given names are left out. Throws InputError. */
export function parseJson(source: SourceText, leftOut: ReadonlySet<string>): Expression {
  return new JsonParser(source, true, leftOut).whole();
}

function parsed(source: SourceText, bodyOf: (root: ObjectNode) => Body, literal = false): ParsedFile {
  try {
    const root = new JsonParser(source, literal).whole();
    if (root.kind !== 'object') throw new InputError({ where: source.path, line: root.line, message: 'expected an object' });
    return { body: bodyOf(root) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { body: { attributes: new Map(), blocks: [] }, error };
  }
}

type Entry = ObjectNode['entries'][number];

/** Labels that blocks of the top level have; others are not blocks with a meaning here. */
const LABELS: Readonly<Record<string, number>> = {
  resource: 2,
  data: 2,
  ephemeral: 2,
  variable: 1,
  output: 1,
  module: 1,
  provider: 1,
  locals: 0,
  terraform: 0,
};

function topBlocks(entry: Entry, source: SourceText): Block[] {
  const labels = LABELS[nameOf(entry)];
  return labels === undefined ? [] : blocksOf(nameOf(entry), entry.value, labels, [], source);
}

/** Below each label stands an object; where a block ends, one object or a list of them. */
function blocksOf(type: string, value: Expression, labels: number, given: readonly string[], source: SourceText): Block[] {
  if (value.kind === 'tuple') return value.items.flatMap((item) => blocksOf(type, item, labels, given, source));
  if (value.kind !== 'object') return [];
  if (given.length < labels)
    return value.entries.flatMap((entry) => blocksOf(type, entry.value, labels, [...given, nameOf(entry)], source));
  const nested = type === 'terraform' ? value.entries.filter((entry) => nameOf(entry) === 'required_providers') : [];
  const dynamic = value.entries.filter((entry) => nameOf(entry) === 'dynamic');
  const blocks = [
    ...nested.flatMap((entry) => blocksOf('required_providers', entry.value, 0, [], source)),
    ...dynamic.flatMap((entry) => dynamicBlocks(entry.value, source)),
  ];
  const attributes = attributesOf(value.entries.filter((entry) => !nested.includes(entry) && !dynamic.includes(entry)));
  return [{ type, labels: given, body: { attributes, blocks }, source, line: value.line, endLine: endLineOf(value) }];
}

function dynamicBlocks(value: Expression, source: SourceText): Block[] {
  return blocksOf('dynamic', value, 1, [], source).map((block) => {
    const content = block.body.attributes.get('content')?.value;
    return content === undefined ? block : { ...block, body: { ...block.body, blocks: blocksOf('content', content, 0, [], source) } };
  });
}

function attributesOf(entries: readonly Entry[]): Map<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  for (const entry of entries) {
    const name = nameOf(entry);
    if (name === '//') continue;
    attributes.set(name, { name, value: entry.value, line: entry.key.line, endLine: endLineOf(entry.value) });
  }
  return attributes;
}

function nameOf({ key }: Entry): string {
  return key.kind === 'literal' ? String(key.value) : '';
}

function endLineOf({ source, start, end, line }: Expression): number {
  let last = line;
  for (let at = source.text.indexOf('\n', start); at >= 0 && at < end; at = source.text.indexOf('\n', at + 1)) last++;
  return last;
}

const TOKEN = /[{}[\]:,]|"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

/** JSON as expressions with lines; texts in it are templates. */
class JsonParser {
  private at = 0;
  private line = 1;
  private depth = 0;
  private token = '';
  private start = 0;

  constructor(
    private readonly source: SourceText,
    /** True: texts hold no templates. */
    private readonly literal: boolean,
    private readonly leftOut: ReadonlySet<string> = new Set(),
  ) {}

  whole(): Expression {
    this.advance();
    const value = this.value();
    if (this.token !== '') this.unexpected('the end');
    return value;
  }

  private value(): Expression {
    const { token, start, line } = this;
    if (token === '{') return this.object();
    if (token === '[') return this.array();
    if (token === '' || /^[}\]:,]$/.test(token)) return this.unexpected('a value');
    const end = this.at;
    this.advance();
    if (token.startsWith('"')) return this.text(token, { start, end, line });
    return { kind: 'literal', value: JSON.parse(token), source: this.source, start, end, line };
  }

  private text(token: string, range: { start: number; end: number; line: number }): Expression {
    const text = this.decoded(token);
    if (this.literal || !/[$%]\{/.test(text)) return { kind: 'literal', value: text, source: this.source, ...range };
    return parseTemplate({ path: this.source.path, text }, range.line);
  }

  private decoded(token: string): string {
    try {
      return String(JSON.parse(token));
    } catch {
      return this.unexpected('a text');
    }
  }

  private object(): Expression {
    const { start, line } = this;
    const entries: { key: Expression; value: Expression }[] = [];
    this.enter();
    while (this.token !== '}') {
      const { token, start: keyStart, line: keyLine, at: end } = this;
      if (!token.startsWith('"')) this.unexpected('a key');
      this.advance();
      this.expect(':');
      const name = this.decoded(token);
      const key: Expression = { kind: 'literal', value: name, source: this.source, start: keyStart, end, line: keyLine };
      if (this.depth === 1 && this.leftOut.has(name)) this.skip();
      else entries.push({ key, value: this.value() });
      if (!this.isComma()) break;
    }
    const end = this.leave('}');
    return { kind: 'object', entries, source: this.source, start, end, line };
  }

  private array(): Expression {
    const { start, line } = this;
    const items: Expression[] = [];
    this.enter();
    while (this.token !== ']') {
      items.push(this.value());
      if (!this.isComma()) break;
    }
    const end = this.leave(']');
    return { kind: 'tuple', items, source: this.source, start, end, line };
  }

  /** Goes over a value without keeping it. */
  private skip(): void {
    let open = 0;
    do {
      if (this.token === '{' || this.token === '[') open++;
      else if (this.token === '}' || this.token === ']') open--;
      else if (this.token === '') this.unexpected('a value');
      this.advance();
    } while (open > 0);
  }

  private isComma(): boolean {
    if (this.token !== ',') return false;
    this.advance();
    return true;
  }

  private enter(): void {
    this.depth++;
    if (this.depth > limits.maxDepth) {
      throw new InputError({ where: this.source.path, line: this.line, issue: 'too_deep', message: 'nested too deep' });
    }
    this.advance();
  }

  private leave(mark: string): number {
    const end = this.at;
    this.depth--;
    this.expect(mark);
    return end;
  }

  private expect(mark: string): void {
    if (this.token !== mark) this.unexpected(mark);
    this.advance();
  }

  private advance(): void {
    const { text } = this.source;
    for (; ; this.at++) {
      const char = text[this.at];
      if (char === '\n') this.line++;
      else if (char !== ' ' && char !== '\t' && char !== '\r' && char !== '\uFEFF') break;
    }
    this.start = this.at;
    TOKEN.lastIndex = this.at;
    this.token = TOKEN.exec(text)?.[0] ?? '';
    if (this.token === '' && this.at < text.length) this.unexpected('JSON');
    this.at += this.token.length;
  }

  private unexpected(wanted: string): never {
    const found = this.at >= this.source.text.length && this.token === '' ? 'the end' : JSON.stringify(this.token.slice(0, 40));
    throw new InputError({ where: this.source.path, line: this.line, message: `expected ${wanted}, found ${found}` });
  }
}
