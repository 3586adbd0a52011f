import { limits } from '../../../support/limits.js';

/** A value of a configuration document with the place it stands at, whatever language the document is written in. */
export type ConfigNode = ScalarNode | ListNode | MapNode;

interface NodePlace {
  /** 1-based. For a member of a map: the line its value begins on. */
  line: number;
  /** JSON pointer (RFC 6901) into the document. */
  pointer: string;
  /** Offsets of the value's text in the decoded file, the end exclusive; of a TOML table from its first header to its last member. */
  start: number;
  end: number;
}

export interface ScalarNode extends NodePlace {
  kind: 'scalar';
  value: string | number | boolean | null;
}

export interface ListNode extends NodePlace {
  kind: 'list';
  items: ConfigNode[];
}

export interface MapNode extends NodePlace {
  kind: 'map';
  /** In file order; of a name that stands twice the last one counts. */
  entries: Map<string, ConfigNode>;
}

/** Why a document could not be read, with the line where that is known. Never quotes the document. */
export class ConfigSyntaxError extends Error {
  constructor(
    message: string,
    readonly line?: number,
  ) {
    super(message);
    this.name = 'ConfigSyntaxError';
  }
}

/** A name that stands twice in one map: where the later one is. */
export interface DuplicateKey {
  name: string;
  line: number;
  pointer: string;
  /** False when both say the same, so nothing is lost. */
  differs: boolean;
}

/** A document as read, with the names that stood twice. */
export interface ConfigDocument {
  root: ConfigNode;
  duplicates: DuplicateKey[];
}

/** Characters of a document whose parser keeps a tree of it all: YAML's needs 100 bytes for each, TOML's up to 700. */
const MAX_LENGTH = { YAML: 1024 * 1024, TOML: 256 * 1024 } as const;

/** Throws ConfigSyntaxError for a text that is too long for a parser that keeps a tree. */
export function refuseLong(text: string, language: keyof typeof MAX_LENGTH): void {
  if (text.length > MAX_LENGTH[language]) throw new ConfigSyntaxError(`too large for a ${language} configuration`);
}

/** What a parser returns. One that runs out of stack, for nesting or for one long value, ends in a ConfigSyntaxError. */
export function withinStack<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigSyntaxError('nested too deeply, or a value too long');
    throw error;
  }
}

/** Throws ConfigSyntaxError for a value below more levels than the ceiling. */
export function refuseDeep(depth: number, line?: number): void {
  if (depth > limits.maxDepth) throw new ConfigSyntaxError(`nested deeper than ${limits.maxDepth} levels`, line);
}

/** Pointer of a member: RFC 6901 section 3 escapes `~` and `/`. */
export function childPointer(parent: string, key: string | number): string {
  const name = String(key);
  return `${parent}/${/[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name}`;
}

/** The member of a map under one key; undefined for everything else. */
export function memberNode(node: ConfigNode | undefined, key: string): ConfigNode | undefined {
  return node?.kind === 'map' ? node.entries.get(key) : undefined;
}

/** The text of a scalar, numbers and booleans included; undefined for null, lists and maps. */
export function nodeText(node: ConfigNode | undefined): string | undefined {
  return node?.kind === 'scalar' && node.value !== null ? String(node.value) : undefined;
}

/**
 * The node under a dotted key path. A key that itself holds dots (`amp.mcpServers`) is tried as one key first, as editors write
 * their settings either way.
 */
export function atPath(node: ConfigNode | undefined, dotted: string): ConfigNode | undefined {
  const whole = memberNode(node, dotted);
  if (whole !== undefined) return whole;
  for (let dot = dotted.lastIndexOf('.'); dot > 0; dot = dotted.lastIndexOf('.', dot - 1)) {
    const child = memberNode(node, dotted.slice(0, dot));
    const found = child === undefined ? undefined : atPath(child, dotted.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True when two nodes hold the same values, wherever they stand. */
export function sameValue(a: ConfigNode, b: ConfigNode): boolean {
  if (a.kind === 'scalar' || b.kind === 'scalar') return a.kind === 'scalar' && b.kind === 'scalar' && a.value === b.value;
  if (a.kind === 'list')
    return b.kind === 'list' && a.items.length === b.items.length && a.items.every((item, i) => sameAt(item, b.items[i]));
  return b.kind === 'map' && a.entries.size === b.entries.size && [...a.entries].every(([key, value]) => sameAt(value, b.entries.get(key)));
}

function sameAt(a: ConfigNode, b: ConfigNode | undefined): boolean {
  return b !== undefined && sameValue(a, b);
}

/** Puts a member into a map that is being built, and notes a name that stood there before. */
export function addEntry(map: MapNode, entry: { name: string; line: number; node: ConfigNode }, duplicates: DuplicateKey[]): void {
  const { name, line, node } = entry;
  const before = map.entries.get(name);
  if (before !== undefined) {
    duplicates.push({ name, line, pointer: childPointer(map.pointer, name), differs: !sameValue(before, node) });
    map.entries.delete(name);
  }
  map.entries.set(name, node);
}
