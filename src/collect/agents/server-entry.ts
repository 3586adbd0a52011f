import type { McpServer } from '../../model/agent.js';
import type { ConfiguredServer, Placed } from '../../model/ai-evidence.js';
import { splitCommand } from '../launch/split-command.js';
import type { AiClient, System } from './clients/client.js';
import { type ServerEntry, wrapped } from './clients/server-map.js';
import { type ConfigNode, nodeText } from './config/config-node.js';
import { configuredServer } from './configured-server.js';
import { FieldReader, placed } from './field-reader.js';

/** The file that an entry belongs to. */
export interface EntryContext {
  client: AiClient;
  path: string;
  os: System;
}

/**
 * The result of reading an entry. `toggle` enables or disables a server of another layer; `problem` says why the entry
 * is not a server that we understand.
 */
export type EntryReading =
  | { kind: 'server'; configured: ConfiguredServer }
  | { kind: 'toggle'; name: string; on: boolean }
  | { kind: 'ignored' }
  | { kind: 'problem'; reason: string };

/** Reads one server entry of a client's configuration. */
export function readServer(entry: ServerEntry, context: EntryContext): EntryReading {
  const { client } = context;
  const node = entry.location.transport !== undefined && nodeText(entry.node) !== undefined ? wrapped('url', entry.node) : entry.node;
  if (node.kind !== 'map') {
    const isName = client.references && node.kind === 'scalar' && typeof node.value === 'string';
    return isName ? { kind: 'ignored' } : { kind: 'problem', reason: `expected an object, found ${describe(node)}` };
  }
  const fields = new FieldReader(node, client);
  const type = (fields.text('type') ?? '').toLowerCase().replace(/[-_]/g, '');
  if (client.ignoredTypes?.includes(type)) return { kind: 'ignored' };
  const argv = readArgv(fields, context);
  if (typeof argv === 'string') return { kind: 'problem', reason: argv };
  const url = fields.pick('url');
  const address = url && nodeText(url.node) ? placed(url.node) : undefined;
  const image = client.indirect && placedText(node.entries.get('image'));
  if (argv.length === 0 && !address && !image && !client.extensionTypes?.includes(type)) return withoutStart(entry, fields, context);
  const spoken = entry.location.transport ?? transportOf({ type, argv, client, ...(address && url && { spelling: url.spelling }) });
  const parts = { entry, fields, argv, transport: spoken, line: node.line, ...(address && { address }), ...(image && { image }) };
  return { kind: 'server', configured: configuredServer(parts, context) };
}

function placedText(node: ConfigNode | undefined): Placed | undefined {
  return node !== undefined && nodeText(node) ? placed(node) : undefined;
}

function describe(node: ConfigNode): string {
  if (node.kind === 'list') return 'a list';
  return node.kind === 'scalar' && node.value !== null ? `a ${typeof node.value}` : 'nothing';
}

function withoutStart(entry: ServerEntry, fields: FieldReader, { client }: EntryContext): EntryReading {
  const on = fields.says('enabled', true) || fields.says('disabled', false);
  const off = fields.says('enabled', false) || fields.says('disabled', true);
  if (client.toggles && (on || off)) return { kind: 'toggle', name: entry.name, on: !off };
  return { kind: 'problem', reason: 'neither a command nor an address is given' };
}

/** Program and arguments, whatever spelling the client uses; or a text that says what is wrong with them. */
function readArgv(fields: FieldReader, { client, os }: EntryContext): Placed[] | string {
  const command = fields.pick('command')?.node;
  const args = fields.pick('args')?.node;
  const isOdd = (node: ConfigNode | undefined) =>
    node?.kind === 'map' || (node?.kind === 'list' && node.items.some((item) => item.kind !== 'scalar'));
  if (isOdd(command) || isOdd(args)) return 'its command or arguments have a form we do not know';
  if (command === undefined) return client.indirect && args ? words(args, os) : [];
  const program = words(command, args === undefined ? os : undefined);
  return (program[0]?.value ?? '') === '' ? [] : [...program, ...(args === undefined ? [] : words(args, os))];
}

/** Elements of a list; a text as one word, or split by the rules of `os` where that is given. */
function words(node: ConfigNode, os: System | undefined): Placed[] {
  if (node.kind === 'list') return node.items.map(placed);
  const text = placed(node);
  return os === undefined ? [text] : splitCommand(text.value, os).map((value) => ({ ...text, value }));
}

/** Values of the transport field that do not name a remote transport. */
const LOCAL_WORDS = ['', 'stdio', 'local', 'custom'];

interface Spoken {
  type: string;
  argv: readonly Placed[];
  client: AiClient;
  /** The spelling of the field with the address. */
  spelling?: string;
}

/** Names of transports in the spellings of all clients, without separators. */
const TRANSPORTS: Readonly<Record<string, McpServer['transport']>> = {
  sse: 'sse',
  http: 'http',
  streamable: 'http',
  streamablehttp: 'http',
  httpstream: 'http',
  remote: 'http',
};

function transportOf({ type, argv, client, spelling }: Spoken): McpServer['transport'] {
  const known = Object.hasOwn(TRANSPORTS, type) ? TRANSPORTS[type] : undefined;
  if (spelling === undefined) return argv.length === 0 ? 'extension' : 'stdio';
  if (known !== undefined) return known;
  if (argv.length > 0) return 'stdio';
  if (!LOCAL_WORDS.includes(type)) return 'unknown';
  return client.sseFields?.includes(spelling) ? 'sse' : 'http';
}
