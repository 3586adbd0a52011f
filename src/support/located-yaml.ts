import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { UsageError } from './errors.js';
import { quote } from './quote.js';
import { didYouMean } from './suggest.js';

/** A YAML (or JSON) value with the line it stands on, for messages that name it. */
export type LocatedYaml =
  | { kind: 'scalar'; value: string | number | boolean | null; line: number }
  | { kind: 'list'; items: LocatedYaml[]; line: number }
  | { kind: 'map'; entries: Map<string, LocatedYaml>; line: number };

/** Characters of a configuration file; people write these by hand. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** Parses a configuration document. Syntax errors, duplicate keys, aliases and non-text keys are UsageErrors with their line. */
export function parseLocated(text: string, where: string): LocatedYaml {
  if (text.length > MAX_LENGTH) throw new UsageError({ where, message: 'too large for a configuration file' });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const error = document.errors[0];
  if (error) throw new UsageError({ where, line: lines.linePos(error.pos[0]).line, message: headline(error.message), cause: error });
  if (document.contents === null) return { kind: 'map', entries: new Map(), line: 1 };
  return locate(document.contents, { where, lines }, 0);
}

interface Place {
  where: string;
  lines: LineCounter;
}

function locate(node: Node | null, place: Place, depth: number): LocatedYaml {
  const line = node?.range ? place.lines.linePos(node.range[0]).line : 1;
  if (depth > 40) throw new UsageError({ where: place.where, line, message: 'nested too deeply' });
  if (isAlias(node)) throw new UsageError({ where: place.where, line, message: 'aliases (*name) are not allowed here' });
  if (isSeq<Node>(node)) return { kind: 'list', line, items: node.items.map((item) => locate(item, place, depth + 1)) };
  if (isMap<Node, Node | null>(node)) {
    const entries = new Map<string, LocatedYaml>();
    for (const { key, value } of node.items) {
      if (!isScalar(key)) throw new UsageError({ where: place.where, line, message: 'keys must be text' });
      const keyLine = key.range ? place.lines.linePos(key.range[0]).line : line;
      const located = locate(value, place, depth + 1);
      entries.set(String(key.value), { ...located, line: keyLine });
    }
    return { kind: 'map', entries, line };
  }
  return { kind: 'scalar', line, value: scalarOf(isScalar(node) ? node.value : null) };
}

function scalarOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : String(value);
}

function headline(message: string): string {
  return (message.split('\n', 1)[0] ?? message).replace(/ at line \d+.*$/, '');
}

/** Plain value of a located one. */
export function plain(node: LocatedYaml): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries([...node.entries].map(([key, value]) => [key, plain(value)]));
}

/** Reads the members of one mapping strictly: each getter names file, line and what was expected. */
export class MapReader {
  readonly line: number;
  private readonly entries: ReadonlyMap<string, LocatedYaml>;

  constructor(
    node: LocatedYaml,
    private readonly where: string,
    private readonly what: string,
  ) {
    this.line = node.line;
    if (node.kind !== 'map') throw this.error(`expected ${what} as \`key: value\` lines`, node.line);
    this.entries = node.entries;
  }

  /** Refuses keys that are not legal, naming the nearest one that is. */
  only(...legal: string[]): this {
    for (const [key, { line }] of this.entries) {
      if (legal.includes(key)) continue;
      throw new UsageError({
        where: this.where,
        line,
        message: `unknown key "${quote(key, 60)}" in ${this.what}${didYouMean(key, legal)}`,
        hint: `keys: ${legal.join(', ')}`,
      });
    }
    return this;
  }

  /** The text under a key; numbers are taken as written by YAML. Missing: UsageError. */
  text(key: string): string {
    const found = this.optionalText(key);
    if (found === undefined) throw this.error(`${this.what} needs "${key}"`, this.line);
    return found;
  }

  optionalText(key: string): string | undefined {
    const node = this.entries.get(key);
    if (node === undefined) return undefined;
    if (node.kind === 'scalar' && (typeof node.value === 'string' || typeof node.value === 'number') && node.value !== '')
      return String(node.value);
    throw this.error(`"${key}" must be a text`, node.line);
  }

  /** One of several words; `retired` has a message for each word that is no longer allowed. */
  word<T extends string>(key: string, words: readonly T[], retired: Readonly<Record<string, string>> = {}): T {
    const text = this.text(key);
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    const refusal = retired[text] ?? `must be one of ${words.join(', ')}, got "${quote(text, 40)}"${didYouMean(text, words)}`;
    throw this.error(`"${key}" ${refusal}`, this.get(key)?.line ?? this.line);
  }

  /** The list under a key; empty when missing. */
  list(key: string): LocatedYaml[] {
    const node = this.entries.get(key);
    if (node === undefined || (node.kind === 'scalar' && node.value === null)) return [];
    if (node.kind !== 'list') throw this.error(`"${key}" must be a list`, node.line);
    return node.items;
  }

  get(key: string): LocatedYaml | undefined {
    return this.entries.get(key);
  }

  keys(): string[] {
    return [...this.entries.keys()];
  }

  error(message: string, line: number): UsageError {
    return new UsageError({ where: this.where, line, message });
  }
}
