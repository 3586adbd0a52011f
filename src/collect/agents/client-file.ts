import type { ConfiguredServer, Placed } from '../../model/ai-evidence.js';
import type { AiClient, System } from './clients/client.js';
import { entriesOf, isServerMap, nodesAt, type ServerEntry } from './clients/server-map.js';
import { atPath, type ConfigDocument, type ConfigNode, memberNode, nodeText } from './config/config-node.js';
import { placed } from './field-reader.js';
import type { FileFinder, FoundFile } from './search-root.js';
import { readServer } from './server-entry.js';
import { toolsApproved } from './tool-approval.js';

/** A server of a file. */
export interface FileServer {
  configured: ConfiguredServer;
  /** Key of the table of the project that the server belongs to. */
  table?: string;
}

/** One configuration file of one client, as read. */
export interface ClientFile {
  client: AiClient;
  file: FoundFile;
  document: ConfigDocument;
  servers: FileServer[];
  /** Servers of other layers that the file enables or disables. */
  toggles: { name: string; on: boolean }[];
  duplicates: Placed[];
  /** Files that the document refers to instead of listing servers itself, relative to its folder. */
  references: string[];
  /** False when the key for servers holds something other than servers. */
  understood: boolean;
}

/** Reads the servers of a document and reports every entry that is not understood. */
export function readClientFile(
  client: AiClient,
  file: FoundFile,
  document: ConfigDocument,
  context: { os: System; finder: FileFinder },
): ClientFile {
  const result: ClientFile = { client, file, document, servers: [], toggles: [], duplicates: [], references: [], understood: true };
  const { root } = document;
  const refuse = (reason: string, line?: number) => context.finder.report(file.path, 'unsupported_config', reason, line);
  if (root.kind !== 'map' && !(root.kind === 'scalar' && root.value === null)) {
    refuse(`expected an object at the root, found ${root.kind === 'list' ? 'a list' : 'a single value'}`, root.line);
    return { ...result, understood: false };
  }
  const entries: ServerEntry[] = [];
  for (const { node, location, table } of serverPlaces(client, root)) {
    const content = entriesOf({ node, ...(table !== undefined && { table }) }, location, {
      root,
      names: client.fields?.name ?? ['name'],
      named: client.references === true,
    });
    entries.push(...content.entries);
    if (content.reference) result.references.push(nodeText(content.reference) ?? '');
    if (content.odd && !client.references) {
      refuse(`expected servers under "${location.at.join('.')}", found a single value`, node.line);
      result.understood = false;
    }
    result.duplicates.push(...duplicatesBelow(document, node));
  }
  entries.sort((a, b) => a.node.line - b.node.line);
  for (const entry of entries) addEntry(result, entry, { os: context.os, refuse });
  if (client.approvals !== undefined) approve(result.servers, atPath(root, client.approvals));
  const stray = entries.length === 0 && result.understood ? strayServers(client, root) : undefined;
  if (stray !== undefined) refuse(`servers stand under "${stray}", where ${client.title} does not look for them`);
  return result;
}

/**
 * The document itself is treated as the map of servers only when no other place has servers and it looks like such a
 * map.
 */
function serverPlaces(client: AiClient, root: ConfigNode) {
  const found = client.servers
    .filter(({ at }) => at.length > 0)
    .flatMap((location) => nodesAt(root, location).map((place) => ({ ...place, location })));
  const wholeDocument = client.servers.find(({ at }) => at.length === 0);
  return found.length === 0 && wholeDocument !== undefined && isServerMap(root)
    ? [{ node: root, location: wholeDocument, table: undefined }]
    : found;
}

function addEntry(result: ClientFile, entry: ServerEntry, context: { os: System; refuse: (reason: string, line?: number) => void }): void {
  const reading = readServer(entry, { client: result.client, path: result.file.path, os: context.os });
  if (reading.kind === 'toggle') result.toggles.push({ name: reading.name, on: reading.on });
  if (reading.kind === 'problem') context.refuse(`server "${entry.name}": ${reading.reason}`, entry.node.line);
  if (reading.kind !== 'server') return;
  const table = result.client.projectTables === undefined ? undefined : entry.table;
  result.servers.push({ configured: reading.configured, ...(table !== undefined && { table }) });
}

/** Names that occur twice in one map of servers with different definitions; equal definitions lose nothing. */
function duplicatesBelow(document: ConfigDocument, node: ConfigNode): Placed[] {
  return document.duplicates
    .filter(({ pointer, differs }) => differs && pointer.slice(0, pointer.lastIndexOf('/')) === node.pointer)
    .map(({ name, line, pointer }) => ({ value: name, line, pointer }));
}

function approve(servers: readonly FileServer[], list: ConfigNode | undefined): void {
  const tools = list?.kind === 'list' ? list.items.map(placed) : [];
  for (const { configured } of servers) {
    const approved = toolsApproved(configured.server.name, tools);
    configured.autoApprove.push(...approved);
    configured.server.auto_approve = [...new Set([...configured.server.auto_approve, ...approved.map((tool) => tool.value)])];
  }
}

/** Keys under which other clients keep servers. */
const SERVER_KEYS = ['mcpServers', 'mcp_servers', 'mcp-servers', 'servers', 'context_servers', 'mcp.servers'];

/** A map of servers under a key that this client does not read. */
function strayServers(client: AiClient, root: ConfigNode): string | undefined {
  if (client.listed === 'with-servers') return undefined;
  return SERVER_KEYS.find((key) => {
    const node = memberNode(root, key);
    return node !== undefined && !client.servers.some(({ at }) => at[0] === key) && isServerMap(node);
  });
}
