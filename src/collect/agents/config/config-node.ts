import { limits } from '../../../support/limits.js';

/** A value of a configuration document with its position, independent of the document's language. */
export type ConfigNode = ScalarNode | ListNode | MapNode;

interface NodePlace {
  /** 1-based. For a member of a map: the line on which its value begins. */
  line: number;
  /** JSON pointer (RFC 6901) to the value. */
  pointer: string;
  /**
   * Offsets of the value's text in the decoded file, the end exclusive. A TOML table reaches from its first header to
   * its last member.
   */
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
  /** In file order. Of a name that occurs twice, the last one counts. */
  entries: Map<string, ConfigNode>;
}

/** Says why a document could not be read, with the line if known. It never quotes the document. */
export class ConfigSyntaxError extends Error {
  constructor(
    message: string,
    readonly line?: number,
  ) {
    super(message);
    this.name = 'ConfigSyntaxError';
  }
}

/** A name that occurs twice in one map, with the position of the later one. */
export interface DuplicateKey {
  name: string;
  line: number;
  pointer: string;
  /** False when both values are equal, so that nothing is lost. */
  differs: boolean;
}

/** A document as read, with the names that occurred twice. */
export interface ConfigDocument {
  root: ConfigNode;
  duplicates: DuplicateKey[];
}

/**
 * Limits in characters for parsers that keep a tree of the whole document: YAML's needs 100 bytes for each character,
 * TOML's up to 700.
 */
const MAX_LENGTH = { YAML: 1024 * 1024, TOML: 256 * 1024 } as const;

/** Throws ConfigSyntaxError for a text that is too long for a parser that keeps a tree. */
export function refuseLong(text: string, language: keyof typeof MAX_LENGTH): void {
  if (text.length > MAX_LENGTH[language]) throw new ConfigSyntaxError(`too large for a ${language} configuration`);
}

/** Runs a parser, and throws ConfigSyntaxError when it exhausts the stack because of nesting or one long value. */
export function withinStack<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigSyntaxError('nested too deeply, or a value too long');
    throw error;
  }
}

/** Throws ConfigSyntaxError for a value that is nested deeper than the limit. */
export function refuseDeep(depth: number, line?: number): void {
  if (depth > limits.maxDepth) throw new ConfigSyntaxError(`nested deeper than ${limits.maxDepth} levels`, line);
}

/** JSON pointer of a member; `~` and `/` are escaped (RFC 6901 section 3). */
export function childPointer(parent: string, key: string | number): string {
  const name = String(key);
  return `${parent}/${/[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name}`;
}

/** The member of a map under a key; undefined for other nodes. */
export function memberNode(node: ConfigNode | undefined, key: string): ConfigNode | undefined {
  return node?.kind === 'map' ? node.entries.get(key) : undefined;
}

/** The text of a scalar, including numbers and booleans; undefined for null, lists and maps. */
export function nodeText(node: ConfigNode | undefined): string | undefined {
  return node?.kind === 'scalar' && node.value !== null ? String(node.value) : undefined;
}

/**
 * The node under a dotted key path. A key that itself holds dots (`amp.mcpServers`) is tried as one key first, because
 * editors write their settings either way.
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

/** True when two nodes have equal values; positions are ignored. */
export function sameValue(a: ConfigNode, b: ConfigNode): boolean {
  if (a.kind === 'scalar' || b.kind === 'scalar') return a.kind === 'scalar' && b.kind === 'scalar' && a.value === b.value;
  if (a.kind === 'list')
    return b.kind === 'list' && a.items.length === b.items.length && a.items.every((item, i) => sameAt(item, b.items[i]));
  return b.kind === 'map' && a.entries.size === b.entries.size && [...a.entries].every(([key, value]) => sameAt(value, b.entries.get(key)));
}

function sameAt(a: ConfigNode, b: ConfigNode | undefined): boolean {
  return b !== undefined && sameValue(a, b);
}

/** Adds a member to a map that is being built, and records a duplicate when the name exists already. */
export function addEntry(map: MapNode, entry: { name: string; line: number; node: ConfigNode }, duplicates: DuplicateKey[]): void {
  const { name, line, node } = entry;
  const before = map.entries.get(name);
  if (before !== undefined) {
    duplicates.push({ name, line, pointer: childPointer(map.pointer, name), differs: !sameValue(before, node) });
    map.entries.delete(name);
  }
  map.entries.set(name, node);
}
