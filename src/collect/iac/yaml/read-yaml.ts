import { Composer, type Document, isAlias, isMap, isScalar, isSeq, type Node, Parser, type Scalar, type YAMLMap } from 'yaml';
import type { IacMap, IacValue, SourcePlace } from '../../../model/iac.js';
import { InputError } from '../../../support/errors.js';
import { limits } from '../../../support/limits.js';
import { quote } from '../../../support/quote.js';
import type { ReadIssue } from '../../reader.js';
import { MapShapes } from './small-map.js';
import { Words } from './words.js';

/** One document of a YAML text. */
export interface YamlDocument {
  value: IacValue;
  /** 1-based, of its first and last line. */
  line: number;
  endLine: number;
}

export interface YamlText {
  /** Those that could be read; empty documents are left out. */
  documents: YamlDocument[];
  issues: ReadIssue[];
}

export interface YamlOptions {
  /** Makes a value of a node with a tag of its own: `!Ref`, `!reset`. Undefined: the tag says nothing. */
  tag?(name: string, value: IacValue): IacValue | undefined;
  /** True: unquoted `yes`, `no`, `on` and `off` are texts, as YAML 1.2 says. Most formats of infrastructure code still read them as booleans. */
  strictBooleans?: true;
}

/** Characters of a text; parsing with positions takes many times as much memory. */
const MAX_LENGTH = 16 * 1024 * 1024;
/** Values of a text, with those of aliases counted at each use. */
const MAX_VALUES = 2_000_000;
/** The parser recurses over brackets. It is far above what quoted texts leave open. */
const MAX_BRACKETS = 1_000;
/** Problems of a text that are reported one by one. */
const MAX_ISSUES = 20;

/**
 * Reads all documents of a YAML (or JSON) text with positions. The line of a value is that of its key, if it has one. Anchors, aliases and
 * merge keys are resolved; an aliased value is one object at all its places, as deep as it goes. A document with a syntax error is left out
 * and is an issue, so is a key that stands twice, of which the last counts. Throws InputError `too_large`, `too_deep` or `too_many` at the
 * limits. Loads the library, so import it lazily.
 */
export function readYaml(text: string, path: string, options: YamlOptions = {}): YamlText {
  if (text.length > MAX_LENGTH)
    throw new InputError({ where: path, issue: 'too_large', message: `YAML larger than ${MAX_LENGTH / 1024 / 1024} MiB` });
  if (openBrackets(text) > MAX_BRACKETS) throw tooDeep(path);
  const read: YamlText = { documents: [], issues: [] };
  const lines = new LineStarts(text);
  const composer = new Composer({ version: '1.2', merge: false, uniqueKeys: false, keepSourceTokens: false, prettyErrors: false });
  const conversion = new Conversion(path, lines, read.issues, options);
  for (const document of composer.compose(new Parser().parse(text), true, text.length)) {
    const error = document.errors[0];
    if (error) {
      if (error.message.includes('call stack')) throw tooDeep(path);
      const line = lines.at(Math.min(error.pos[0], text.length));
      read.issues.push({ kind: 'unparsable', line, reason: `not valid YAML: ${headline(error.message)}` });
    } else if (!isEmpty(document)) {
      const [start, , end] = document.range;
      const value = conversion.document(document.contents);
      read.documents.push({
        value,
        line: Math.min(value.at.line, lines.at(document.contents?.range?.[0] ?? start)),
        endLine: lines.at(Math.max(end - 1, start)),
      });
    }
    if (read.issues.length > MAX_ISSUES) break;
  }
  return read;
}

function isEmpty(document: Document.Parsed): boolean {
  return document.contents === null || (isScalar(document.contents) && document.contents.value === null);
}

function tooDeep(where: string): InputError {
  return new InputError({ where, issue: 'too_deep', message: 'YAML is nested too deeply' });
}

function headline(message: string): string {
  return quote((message.split('\n', 1)[0] ?? '').replace(/ at line \d+.*$/, ''), 120);
}

/** The highest number of flow brackets open at once, including those in texts. */
function openBrackets(text: string): number {
  let open = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) {
      if (++open > most) most = open;
    } else if ((code === 0x5d || code === 0x7d) && open > 0) open--;
  }
  return most;
}

/** A value that an anchor names, and how many values it stands for. */
interface Anchored {
  value: IacValue;
  size: number;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map(
  ['yes', 'Yes', 'YES', 'on', 'On', 'ON']
    .map((word): [string, boolean] => [word, true])
    .concat(['no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word): [string, boolean] => [word, false])),
);

/** Lines of offsets, asked for in any order. */
class LineStarts {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  /** 1-based. */
  at(offset: number): number {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

const shapes = new MapShapes();
/** Keys of a format stand in all its documents. Values may be secret: those of one text are remembered no longer than it is read. */
const keys = new Words(20_000);

class Conversion {
  private anchors = new Map<string, Anchored | 'open'>();
  private readonly texts = new Words(1_000);
  /** Values of the text so far. */
  private size = 0;
  /** The place that was asked for last; values of one line share it. */
  private last: SourcePlace | undefined;

  constructor(
    private readonly path: string,
    private readonly lines: LineStarts,
    private readonly issues: ReadIssue[],
    private readonly options: YamlOptions,
  ) {}

  document(contents: Node | null): IacValue {
    this.anchors = new Map();
    return this.value(contents, undefined, 0);
  }

  private value(node: Node | null, key: SourcePlace | undefined, depth: number): IacValue {
    if (depth > limits.maxDepth) throw tooDeep(this.path);
    const at = key ?? this.place(node);
    this.count(1);
    if (isAlias(node)) return this.aliased(node.source, at);
    const anchor = node?.anchor;
    if (anchor === undefined) return this.tagged(node, at, depth);
    const before = this.size;
    this.anchors.set(anchor, 'open');
    const value = this.tagged(node, at, depth);
    this.anchors.set(anchor, { value, size: this.size - before });
    return value;
  }

  private tagged(node: Node | null, at: SourcePlace, depth: number): IacValue {
    const value = this.plain(node, at, depth);
    const tag = node && !isAlias(node) ? node.tag : undefined;
    if (tag === undefined || !this.options.tag || tag.startsWith('tag:yaml.org')) return value;
    return this.options.tag(tag, value) ?? value;
  }

  private plain(node: Node | null, at: SourcePlace, depth: number): IacValue {
    if (isMap<Node, Node | null>(node)) return this.map(node, at, depth);
    if (isSeq<Node>(node)) return { kind: 'list', at, items: node.items.map((item) => this.value(item, undefined, depth + 1)) };
    return { kind: 'scalar', at, value: isScalar(node) ? this.scalar(node) : null };
  }

  /** Numbers that would be written in another way stay text: `1.10`, `0644`, `012345678901`. */
  private scalar({ value, source, type }: Scalar): string | number | boolean | null {
    if (typeof value === 'string') {
      if (type !== 'PLAIN' || this.options.strictBooleans) return this.texts.one(value);
      return BOOLEANS.get(value) ?? this.texts.one(value);
    }
    if (typeof value === 'boolean' || value === null || value === undefined) return value ?? null;
    return typeof value === 'number' && (source === undefined || String(value) === source) ? value : (source ?? String(value));
  }

  private map(node: YAMLMap<Node, Node | null>, at: SourcePlace, depth: number): IacMap {
    const entries = new Map<string, IacValue>();
    const merged: IacValue[] = [];
    for (const { key, value } of node.items) {
      const place = this.place(key) ?? at;
      const name = isScalar(key) ? keys.one(key.source ?? String(key.value)) : '';
      if (!isScalar(key)) this.issue('invalid_entry', 'a key that is no text', place.line);
      else if (name === '<<' && key.type === 'PLAIN') merged.push(this.value(value, place, depth + 1));
      else {
        if (entries.has(name))
          this.issue('invalid_entry', `the key ${quote(name, 60)} stands twice in one mapping; the last one counts`, place.line);
        entries.set(name, this.value(value, place, depth + 1));
      }
    }
    for (const source of merged.flatMap((value) => (value.kind === 'list' ? value.items : [value]))) this.merge(entries, source);
    return { kind: 'map', at, entries: shapes.compact(entries) };
  }

  /** What a mapping says itself outranks what it merges, and the first merged one the later. */
  private merge(entries: Map<string, IacValue>, source: IacValue): void {
    if (source.kind !== 'map') {
      this.issue('invalid_entry', 'a merge key that names no mapping', source.at.line);
      return;
    }
    this.count(source.entries.size);
    for (const [name, value] of source.entries) if (!entries.has(name)) entries.set(name, value);
  }

  private aliased(name: string, at: SourcePlace): IacValue {
    const found = this.anchors.get(name);
    if (found === undefined || found === 'open') {
      const message = found ? 'an alias inside of what it names' : 'an alias of what was not named before';
      throw new InputError({ where: this.path, line: at.line, message });
    }
    this.count(found.size);
    return found.value.at.line === at.line ? found.value : { ...found.value, at, via: [found.value.at, ...(found.value.via ?? [])] };
  }

  private count(values: number): void {
    this.size += values;
    if (this.size > MAX_VALUES)
      throw new InputError({
        where: this.path,
        issue: 'too_many',
        message: `YAML with more than ${MAX_VALUES} values, aliases counted at each use`,
      });
  }

  private place(node: Node | null): SourcePlace {
    const line = this.lines.at(node?.range?.[0] ?? 0);
    if (this.last?.line !== line) this.last = { path: this.path, line };
    return this.last;
  }

  private issue(kind: ReadIssue['kind'], reason: string, line: number): void {
    if (this.issues.length < MAX_ISSUES) this.issues.push({ kind, reason, line });
  }
}
