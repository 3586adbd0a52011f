import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import {
  addEntry,
  type ConfigDocument,
  type ConfigNode,
  ConfigSyntaxError,
  childPointer,
  type DuplicateKey,
  type MapNode,
  refuseDeep,
  refuseLong,
  withinStack,
} from './config-node.js';
import { yamlDepth } from './yaml-depth.js';

/** Limit of nodes in one document. An alias counts as often as it is used, so an alias bomb exceeds it. */
const MAX_NODES = 200_000;

/**
 * Reads YAML 1.2 with anchors, aliases and merge keys (`<<`). An empty document is an empty map, as it is for the
 * clients. Throws ConfigSyntaxError, also for nesting above the limit and for endless aliases.
 */
export function readYamlConfig(text: string): ConfigDocument {
  refuseLong(text, 'YAML');
  refuseDeep(yamlDepth(text));
  const lines = new LineCounter();
  const document = withinStack(() =>
    parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' }),
  );
  const error = document.errors[0];
  if (error !== undefined) throw new ConfigSyntaxError(headline(error.message), lines.linePos(error.pos[0]).line);
  const reader = new YamlReader(lines);
  return { root: reader.read(document.contents, '', 0), duplicates: reader.duplicates };
}

/** The first line of the library's message; the other lines quote the file. */
function headline(message: string): string {
  const first = message.split('\n', 1)[0] ?? '';
  return `not valid YAML: ${first
    .replace(/ at line \d+.*$/, '')
    .replace(/[:"'].*$/, '')
    .toLowerCase()}`;
}

class YamlReader {
  readonly duplicates: DuplicateKey[] = [];
  private nodes = 0;
  /** The newest node of each anchor, because an alias refers to the last anchor before it. */
  private readonly anchors = new Map<string, Node>();

  constructor(private readonly lines: LineCounter) {}

  read(node: unknown, pointer: string, depth: number): ConfigNode {
    if (++this.nodes > MAX_NODES) throw new ConfigSyntaxError('aliases unfold to more than fits');
    refuseDeep(depth);
    const place = { ...this.placeOf(node), pointer };
    if (isAlias(node)) return this.read(this.anchors.get(node.source) ?? null, pointer, depth + 1);
    if ((isMap<Node>(node) || isSeq<Node>(node) || isScalar(node)) && node.anchor) this.anchors.set(node.anchor, node);
    if (isSeq<Node>(node)) {
      return {
        kind: 'list',
        ...place,
        items: node.items.map((item, index) => this.read(item, childPointer(pointer, index), depth + 1)),
      };
    }
    if (isMap<Node, Node | null>(node)) return this.map(node, { kind: 'map', entries: new Map(), ...place }, depth);
    return { kind: 'scalar', value: isScalar(node) ? plainValue(node.value) : null, ...place };
  }

  private map(node: { items: unknown[] }, map: MapNode, depth: number): MapNode {
    const merged: ConfigNode[] = [];
    for (const pair of node.items) {
      if (!isPair(pair)) continue;
      const name = isScalar(pair.key) ? String(pair.key.value) : '';
      const value = this.read(pair.value, name === '<<' ? map.pointer : childPointer(map.pointer, name), depth + 1);
      if (name === '<<') merged.push(...(value.kind === 'list' ? value.items : [value]));
      else
        addEntry(map, { name, line: this.lineOf(pair.key), node: { ...value, line: this.valueLine(pair, value.line) } }, this.duplicates);
    }
    for (const source of merged) {
      if (source.kind !== 'map') continue;
      for (const [key, value] of source.entries) if (!map.entries.has(key)) map.entries.set(key, value);
    }
    return map;
  }

  /** A map or list that begins on the lines below its key gets the key's line, where a reader would look for it. */
  private valueLine(pair: { key: unknown; value: unknown }, line: number): number {
    return isMap(pair.value) || isSeq(pair.value) || pair.value === null ? this.lineOf(pair.key) : line;
  }

  private lineOf(node: unknown): number {
    return this.placeOf(node).line;
  }

  private placeOf(node: unknown): { line: number; start: number; end: number } {
    const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : undefined;
    return range ? { line: this.lines.linePos(range[0]).line, start: range[0], end: range[1] } : { line: 1, start: 0, end: 0 };
  }
}

function plainValue(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : String(value);
}
