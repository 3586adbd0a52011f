import { readClientFile } from '../../collect/agents/client-file.js';
import type { AiClient, System } from '../../collect/agents/clients/client.js';
import { type ConfigDocument, type ConfigNode, childPointer } from '../../collect/agents/config/config-node.js';
import { type ConfigLanguage, languageOf, parseConfig } from '../../collect/agents/config/read-config.js';
import { FieldReader } from '../../collect/agents/field-reader.js';
import { FileFinder, type FoundFile } from '../../collect/agents/search-root.js';
import { type RelayLine, readRelay } from '../../collect/launch/relay.js';
import type { McpServer } from '../../model/agent.js';
import { diskFiles } from '../../system/files.js';

/** One server's entry in the text of a file. */
export interface ServerSpan {
  name: string;
  /** Key of the project's table that it stands in. */
  table?: string;
  pointer: string;
  transport: McpServer['transport'];
  /** The words of its command, as the client would start it. */
  argv: readonly string[];
  command?: { node: ConfigNode; spelling: string };
  /** Also an argument list of `null`. */
  args?: { node: ConfigNode; spelling: string };
  /** The castellan that stands before the server. */
  relay?: RelayLine;
}

/** A client's configuration file as text, with the places of its servers. */
export interface ClientDocument {
  client: AiClient;
  file: FoundFile;
  os: System;
  text: string;
  language: ConfigLanguage;
  document: ConfigDocument;
  servers: ServerSpan[];
}

/** The places of all servers in a file with this text. Throws InputError for a text that its client would not read. */
export function openDocument({ client, file, os }: Pick<ClientDocument, 'client' | 'file' | 'os'>, text: string): ClientDocument {
  const document = parseConfig(file.path, text, { json5: client.json5 === true });
  const { servers } = readClientFile(client, file, document, { os, finder: new FileFinder(diskFiles, []) });
  const spans = servers.flatMap(({ configured, table }): ServerSpan[] => {
    const node = nodeAt(document.root, configured.pointer ?? '');
    if (node === undefined) return [];
    const fields = new FieldReader(node, client);
    const command = fields.pick('command');
    const args = fields.pick('args') ?? nullArgs(fields, client);
    const argv = configured.argv.map(({ value }) => value);
    const relay = readRelay(argv.map((word, index) => ({ text: word, index })));
    return [
      {
        name: configured.server.name,
        ...(table !== undefined && { table }),
        pointer: node.pointer,
        transport: configured.server.transport,
        argv,
        ...(command && { command }),
        ...(args && { args }),
        ...(relay && { relay }),
      },
    ];
  });
  return { client, file, os, text, language: languageOf(file.path), document, servers: spans };
}

function nullArgs(fields: FieldReader, client: AiClient): ServerSpan['args'] {
  const [node] = fields.all('args');
  return node && { node, spelling: client.fields?.args?.[0] ?? 'args' };
}

/** The value under a JSON pointer. */
export function nodeAt(root: ConfigNode, pointer: string): ConfigNode | undefined {
  let node: ConfigNode | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (node?.kind === 'list') node = node.items[Number(key)];
    else node = node?.kind === 'map' ? node.entries.get(key) : undefined;
  }
  return node;
}

/** Pointers of the members that say how a server starts, also of one that is not there yet. */
export function startPointers(server: ServerSpan): string[] {
  const { command, args } = server;
  if (command === undefined) return [];
  const parent = command.node.pointer.slice(0, command.node.pointer.lastIndexOf('/'));
  return [command.node.pointer, args?.node.pointer ?? childPointer(parent, 'args')];
}
