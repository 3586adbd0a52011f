import type { McpServer } from '../../model/agent.js';
import type { ConfiguredServer, LaunchLine, Placed } from '../../model/ai-evidence.js';
import { redactAddress, redactArguments } from '../../support/redact-command.js';
import { type Launch, readLaunch } from '../launch/launch.js';
import type { AiClient } from './clients/client.js';
import type { ServerEntry } from './clients/server-map.js';
import { nodeText } from './config/config-node.js';
import { type FieldReader, placed } from './field-reader.js';
import { serverRef } from './server-identity.js';

/** The parts of an entry from which a server is built. */
export interface ServerParts {
  entry: ServerEntry;
  fields: FieldReader;
  argv: Placed[];
  address?: Placed;
  transport: McpServer['transport'];
  /** The image that a catalogue names; `argv` then holds only arguments. */
  image?: Placed;
  line: number;
}

/**
 * Builds a server as its file configures it, with the `McpServer` that reports show. The latter holds no value that may
 * be secret.
 */
export function configuredServer(parts: ServerParts, context: { client: AiClient; path: string }): ConfiguredServer {
  const { fields, address, image, line } = parts;
  const remote = parts.transport !== 'stdio' && address !== undefined;
  const argv = remote ? [] : parts.argv;
  const launch = argv.length === 0 || image ? undefined : readLaunch(argv.map((word) => word.value));
  const env = fields.named('env');
  const headers = [...fields.named('headers'), ...fields.all('apiKey').map((key) => ({ name: 'Authorization', ...placed(key) }))];
  const autoApprove = approvals(fields);
  return {
    server: nounOf({ ...parts, argv, env, headers, autoApprove, remote, ...(launch && { launch }) }, context),
    line,
    pointer: parts.entry.node.pointer,
    argv,
    ...(launch && { launch: lineOf(launch) }),
    env,
    headers,
    ...(remote && { url: address }),
    ...(image && { image }),
    autoApprove,
    substitutions: substitutions(context.client, [...argv, ...env, ...headers, ...(address ? [address] : [])]),
  };
}

function lineOf({ steps, envValues, runner, relayed }: Launch): LaunchLine {
  return { steps, assigned: envValues, ...(runner !== undefined && { runner }), ...(relayed && { relayed }) };
}

type NounParts = ServerParts & Pick<ConfiguredServer, 'env' | 'headers' | 'autoApprove'> & { remote: boolean; launch?: Launch };

function nounOf(parts: NounParts, { client, path }: { client: AiClient; path: string }): McpServer {
  const { fields, launch, address, image, entry } = parts;
  const values = parts.argv.map((word) => word.value);
  const shown = redactArguments(values);
  const url = parts.remote ? redactAddress(address?.value ?? '') : null;
  const envFile = fields.text('envFile') ?? optionOf(values, '--env-file');
  const server: McpServer = {
    ref: '',
    name: url !== null && entry.name === address?.value ? url : entry.name,
    client: client.id,
    path,
    line: parts.line,
    transport: image ? 'stdio' : parts.transport,
    command: image ? null : (shown[0] ?? null),
    args: image ? shown : shown.slice(1),
    url,
    env_names: envNames(parts),
    header_names: headerNames(parts),
    ...(envFile !== undefined && { env_file: envFile }),
    disabled: fields.says('disabled', true) || fields.says('enabled', false),
    ...startedBy(launch, image),
    auto_approve: parts.autoApprove.map((tool) => tool.value),
    components: [],
  };
  server.ref = serverRef(identified(server, launch?.relayed), redactArguments(launch?.inner ?? []));
  return server;
}

/** A server that castellan relays to is the same server as without castellan before it. */
function identified(server: McpServer, relayed: readonly string[] | undefined): McpServer {
  if (relayed === undefined) return server;
  const [command = null, ...args] = redactArguments(relayed);
  return { ...server, command, args };
}

function startedBy(launch: Launch | undefined, image: Placed | undefined): Pick<McpServer, 'package' | 'image' | 'local_path'> {
  const name = image?.value ?? launch?.image;
  return {
    ...(launch?.package && { package: launch.package }),
    ...(name !== undefined && { image: name }),
    ...(launch?.localPath !== undefined && { local_path: launch.localPath }),
  };
}

function envNames({ env, fields, launch }: NounParts): string[] {
  const fromHeaders = [...fields.named('headersFromEnv'), ...fields.all('bearerFromEnv').map(placed)].map((item) => item.value);
  const listed = [...env, ...fields.named('envNames')].map((item) => item.name);
  return sortedNames([...listed, ...fromHeaders, ...(launch?.envNames ?? [])]);
}

function headerNames({ headers, fields }: NounParts): string[] {
  const bearer = fields.pick('bearerFromEnv') === undefined ? [] : ['Authorization'];
  return sortedNames([...[...headers, ...fields.named('headersFromEnv')].map((item) => item.name), ...bearer]);
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => name !== ''))].sort();
}

/** Tools that run without approval. If all tools are approved, the names of single ones are left out. */
function approvals(fields: FieldReader): Placed[] {
  const listed = fields.all('autoApprove').flatMap((node): Placed[] => {
    if (node.kind === 'list') return node.items.map(placed).filter((item) => item.value !== '');
    if (node.kind === 'scalar') return node.value === true || node.value === '*' ? [{ ...placed(node), value: '*' }] : [];
    return [...node.entries].filter(([, value]) => nodeText(value) === 'true').map(([name, value]) => ({ ...placed(value), value: name }));
  });
  const trusted = fields.all('trust').filter((node) => node.kind === 'scalar' && node.value === true);
  const all = [...trusted.map((node) => ({ ...placed(node), value: '*' })), ...listed];
  const allTools = all.find((item) => item.value === '*');
  return allTools ? [allTools] : all;
}

function substitutions(client: AiClient, values: readonly Placed[]): Placed[] {
  const { substitution } = client;
  return substitution === undefined ? [] : values.filter((value) => substitution.test(value.value));
}

/** Value of an option, given as two words or with `=`. */
function optionOf(argv: readonly string[], option: string): string | undefined {
  const at = argv.indexOf(option);
  if (at !== -1) return argv[at + 1];
  return argv.find((arg) => arg.startsWith(`${option}=`))?.slice(option.length + 1);
}
