import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml';
import { InputError } from '../../support/errors.js';
import { limits } from '../../support/limits.js';
import type { SourceFile } from '../reader.js';

/** A value of a YAML file with its line, which is its key's where it has one. Scalars keep their text as written: `1.10` is not the number 1.1. */
export type YamlValue =
  | { kind: 'text'; text: string; line: number }
  | { kind: 'list'; items: readonly YamlValue[]; line: number }
  | { kind: 'map'; members: ReadonlyMap<string, YamlValue>; line: number };

/** Largest file taken: parsing with positions costs much more than its size. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Values of one file; aliases are followed, and a few lines of them could stand for millions. */
const MAX_VALUES = 500_000;
/** Opening brackets in a row that the parser, which recurses, is spared. */
const BRACKETS = /[[{][\s[{]{400}/;

/**
 * The one document of a YAML file. Throws InputError with the line: syntax errors, repeated keys, several documents, and
 * `too_large` or `too_deep` at the ceilings. Load lazily: it brings the library along.
 */
export function readYaml(file: SourceFile): YamlValue | undefined {
  const where = file.path;
  if (file.size > MAX_BYTES)
    throw new InputError({ where, issue: 'too_large', message: `YAML file larger than ${MAX_BYTES / 1024 / 1024} MiB` });
  const text = file.text();
  if (BRACKETS.test(text)) throw new InputError({ where, issue: 'too_deep', message: 'brackets are nested too deeply' });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const [error] = document.errors;
  if (error)
    throw new InputError({
      where,
      line: lines.linePos(error.pos[0]).line,
      message: `not valid YAML: ${(error.message.split('\n', 1)[0] ?? '').replace(/[^\x20-\x7e]/g, '?').slice(0, 120)}`,
      cause: error,
    });
  if (document.contents === null) return undefined;
  return new Conversion({ where, lines, resolve: (node) => (isAlias(node) ? node.resolve(document) : undefined) }).value(
    document.contents,
    0,
  );
}

interface Surroundings {
  where: string;
  lines: LineCounter;
  /** What an alias stands for. */
  resolve(node: Node): Node | undefined;
}

class Conversion {
  private values = 0;

  constructor(private readonly around: Surroundings) {}

  value(node: Node | null, depth: number): YamlValue {
    const line = this.lineOf(node) ?? 1;
    this.count(depth, line);
    if (isSeq<Node>(node)) return { kind: 'list', line, items: node.items.map((item) => this.value(item, depth + 1)) };
    if (isMap<Node, Node | null>(node)) {
      const members = new Map<string, YamlValue>();
      for (const { key, value } of node.items)
        members.set(textOf(key), { ...this.value(value, depth + 1), line: this.lineOf(key) ?? line });
      return { kind: 'map', line, members };
    }
    const target = node ? this.around.resolve(node) : undefined;
    return target ? this.value(target, depth + 1) : { kind: 'text', line, text: textOf(node) };
  }

  private lineOf(node: Node | null): number | undefined {
    return node?.range ? this.around.lines.linePos(node.range[0]).line : undefined;
  }

  private count(depth: number, line: number): void {
    const { where } = this.around;
    if (depth > limits.maxDepth)
      throw new InputError({ where, line, issue: 'too_deep', message: `nested deeper than ${limits.maxDepth} levels` });
    if (++this.values > MAX_VALUES) throw new InputError({ where, line, issue: 'too_many', message: `more than ${MAX_VALUES} values` });
  }
}

function textOf(node: Node | null): string {
  return isScalar(node) ? scalarText(node) : '';
}

function scalarText({ value, source }: Scalar): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : (source ?? String(value));
}

/** Member of a map; undefined for what is none. */
export function member(value: YamlValue | undefined, key: string): YamlValue | undefined {
  return value?.kind === 'map' ? value.members.get(key) : undefined;
}

/** Text of a member; undefined where it is missing, empty, a list or a map. */
export function memberText(value: YamlValue | undefined, key: string): string | undefined {
  const found = member(value, key);
  return found?.kind === 'text' && found.text !== '' ? found.text : undefined;
}

/** Members of a map with their keys; none for what is no map. */
export function membersOf(value: YamlValue | undefined): [string, YamlValue][] {
  return value?.kind === 'map' ? [...value.members] : [];
}

/** Items of a list; none for what is no list. */
export function itemsOf(value: YamlValue | undefined): readonly YamlValue[] {
  return value?.kind === 'list' ? value.items : [];
}

/** Keys of a map that are not among the known ones. */
export function unknownKeys(value: YamlValue, known: ReadonlySet<string>): string[] {
  return membersOf(value).flatMap(([key]) => (known.has(key) ? [] : [key]));
}
