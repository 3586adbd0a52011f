import { atPath, type ConfigNode, childPointer, type MapNode, memberNode, nodeText } from '../config/config-node.js';
import type { FieldSpelling, ServerLocation } from './client.js';

/** One entry of a place of servers, before it is parsed. */
export interface ServerEntry {
  name: string;
  node: ConfigNode;
  location: ServerLocation;
  /** Key of the table of projects that contains the place. */
  table?: string;
}

/** The content of a place: entries, the path of another file, or something else than servers. */
export interface PlaceContent {
  entries: ServerEntry[];
  reference?: ConfigNode;
  odd?: ConfigNode;
}

const STARTS = ['command', 'cmd', 'url', 'serverUrl', 'httpUrl', 'uri'];

/** True for a map in which some member looks like a server: it has a command or an address. */
export function isServerMap(node: ConfigNode): boolean {
  return node.kind === 'map' && [...node.entries.values()].some(startsSomething);
}

function startsSomething(node: ConfigNode): boolean {
  return node.kind === 'map' && STARTS.some((key) => node.entries.has(key));
}

/** All nodes at a location, with the key that its wildcard matched. Only maps are searched. */
export function nodesAt(root: ConfigNode, location: ServerLocation): { node: ConfigNode; table?: string }[] {
  let found: { node: ConfigNode; table?: string }[] = [{ node: root }];
  for (const key of location.at) {
    found = found.flatMap(({ node, table }) => {
      if (node.kind !== 'map') return [];
      if (key === '*') return [...node.entries].map(([name, child]) => ({ node: child, table: name }));
      const child = node.entries.get(key);
      return child === undefined ? [] : [table === undefined ? { node: child } : { node: child, table }];
    });
  }
  return found;
}

/** Reads the entries of one place. */
export function entriesOf(
  found: { node: ConfigNode; table?: string },
  location: ServerLocation,
  context: { root: ConfigNode; names: FieldSpelling['name']; named: boolean },
): PlaceContent {
  const { node, table } = found;
  const entry = (name: string, child: ConfigNode): ServerEntry => ({ name, node: child, location, ...(table !== undefined && { table }) });
  if (location.single !== undefined) return { entries: [entry(nodeText(atPath(context.root, location.single)) ?? 'server', node)] };
  if (node.kind === 'map') return { entries: [...node.entries].map(([name, child]) => entry(name, child)) };
  if (node.kind === 'list') {
    const key = location.at.at(-1) ?? 'servers';
    return {
      entries: node.items.map((item, index) => listed(item, { key, index, location, names: context.names, named: context.named, entry })),
    };
  }
  if (node.value === null) return { entries: [] };
  const isPath = typeof node.value === 'string' && /\.json[c5]?$/.test(node.value);
  return isPath ? { entries: [], reference: node } : { entries: [], odd: node };
}

interface ListItem {
  key: string;
  index: number;
  location: ServerLocation;
  names: readonly string[];
  /** True when items may be maps from a name to its server. */
  named: boolean;
  entry: (name: string, node: ConfigNode) => ServerEntry;
}

/**
 * An item has its name in a field, or is a map from its name to the server; when all items are addresses, the address
 * is the name.
 */
function listed(item: ConfigNode, { key, index, location, names, named, entry }: ListItem): ServerEntry {
  const name = nameOf(item, names) ?? (location.transport && (nodeText(item) ?? nodeText(memberNode(item, 'url'))));
  if (name !== undefined) return entry(name, item);
  const [only] = named && item.kind === 'map' && item.entries.size === 1 && isServerMap(item) ? item.entries : [];
  return only === undefined ? entry(`${key}[${index}]`, item) : entry(only[0], only[1]);
}

function nameOf(node: ConfigNode, names: readonly string[]): string | undefined {
  for (const key of names) {
    const name = nodeText(atPath(node, key));
    if (name !== undefined && name !== '') return name;
  }
  return undefined;
}

/** A map with one member, for addresses that are bare elements of a list. */
export function wrapped(key: string, node: ConfigNode): MapNode {
  return {
    kind: 'map',
    line: node.line,
    pointer: node.pointer,
    start: node.start,
    end: node.end,
    entries: new Map([[key, { ...node, pointer: childPointer(node.pointer, key) }]]),
  };
}
