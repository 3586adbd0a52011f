import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { LineCursor } from '../../../support/line-index.js';
import {
  type ConfigDocument,
  type ConfigNode,
  ConfigSyntaxError,
  childPointer,
  type ListNode,
  type MapNode,
  refuseDeep,
  refuseLong,
  withinStack,
} from './config-node.js';

/**
 * Reads TOML 1.0. Tables and members have the line of their header or key, elements of a list their own line. Throws
 * ConfigSyntaxError.
 */
export function readTomlConfig(text: string): ConfigDocument {
  refuseLong(text, 'TOML');
  const [document] = programOf(text).body;
  const root = mapAt('', { line: 1, start: 0, end: text.length });
  const reader = new TomlReader(new LineCursor(text));
  for (const item of document.body) {
    if (item.type === 'TOMLKeyValue') reader.pair(root, item, 0);
    else reader.table(root, item);
  }
  return { root, duplicates: [] };
}

function programOf(text: string): AST.TOMLProgram {
  try {
    return withinStack(() => parseTOML(text, { tomlVersion: '1.0' }));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new ConfigSyntaxError(`not valid TOML: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`, error.lineNumber);
  }
}

type Place = Pick<ConfigNode, 'line' | 'start' | 'end'>;

class TomlReader {
  constructor(private readonly lines: LineCursor) {}

  table(root: MapNode, table: AST.TOMLTable): void {
    const target = this.descend(root, table.resolvedKey, this.placeOf(table));
    if (target.kind !== 'map') return;
    target.end = Math.max(target.end, table.range[1]);
    for (const pair of table.body) this.pair(target, pair, table.resolvedKey.length);
  }

  pair(map: MapNode, pair: AST.TOMLKeyValue, depth: number): void {
    const names = pair.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
    const name = names.pop();
    const place = this.placeOf(pair);
    const below = depth + names.length + 1;
    refuseDeep(below, place.line);
    const parent = this.descend(map, names, place);
    if (name === undefined || parent.kind !== 'map') return;
    const value = this.value(pair.value, childPointer(parent.pointer, name), below);
    parent.entries.set(name, { ...value, line: place.line });
  }

  /** The table or list under these keys; missing ones are created at `place`. */
  private descend(from: ConfigNode, keys: readonly (string | number)[], place: Place): ConfigNode {
    refuseDeep(keys.length, place.line);
    let node = from;
    for (const [index, key] of keys.entries()) {
      const pointer = childPointer(node.pointer, key);
      const there = childAt(node, key);
      const made = there ?? (typeof keys[index + 1] === 'number' ? listAt(pointer, place) : mapAt(pointer, place));
      if (there === undefined && node.kind === 'list') node.items.push(made);
      if (there === undefined && node.kind === 'map') node.entries.set(String(key), made);
      node = made;
    }
    return node;
  }

  private value(node: AST.TOMLContentNode, pointer: string, depth: number): ConfigNode {
    const place = this.placeOf(node);
    refuseDeep(depth, place.line);
    if (node.type === 'TOMLArray') {
      return {
        kind: 'list',
        items: node.elements.map((item, index) => this.value(item, childPointer(pointer, index), depth + 1)),
        ...place,
        pointer,
      };
    }
    if (node.type === 'TOMLInlineTable') {
      const map = mapAt(pointer, place);
      for (const pair of node.body) this.pair(map, pair, depth);
      return map;
    }
    return { kind: 'scalar', value: scalarOf(node), ...place, pointer };
  }

  private placeOf({ range: [start, end] }: AST.HasLocs): Place {
    return { line: this.lines.at(start), start, end };
  }
}

function mapAt(pointer: string, place: Place): MapNode {
  return { kind: 'map', entries: new Map(), pointer, ...place };
}

function listAt(pointer: string, place: Place): ListNode {
  return { kind: 'list', items: [], pointer, ...place };
}

function childAt(node: ConfigNode, key: string | number): ConfigNode | undefined {
  if (node.kind === 'list') return node.items[Number(key)];
  return node.kind === 'map' ? node.entries.get(String(key)) : undefined;
}

/** Dates and inexact integers are kept as text. */
function scalarOf(node: AST.TOMLValue): string | number | boolean {
  if (node.kind === 'integer') return Number.isSafeInteger(node.value) ? node.value : String(node.bigint);
  return 'datetime' in node ? node.datetime : node.value;
}
