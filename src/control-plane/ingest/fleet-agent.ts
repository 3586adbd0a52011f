import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { reportedAgent } from '../../api/fleet-agent.js';
import { agentCredentials } from '../../collect/agents/credentials.js';
import { serverComponents } from '../../collect/agents/server-components.js';
import { serverRef } from '../../collect/agents/server-identity.js';
import { readLaunch } from '../../collect/launch/launch.js';
import type { CredentialRef, McpServer } from '../../model/agent.js';
import { canonicalJson } from '../../support/canonical-json.js';
import type { JsonObject } from '../../support/json.js';
import { redactAddress, redactArguments } from '../../support/redact-command.js';

type Reported = z.output<typeof reportedAgent>;
type ReportedServer = Reported['servers'][number];

/** A server of the fleet, with the same identity as in scans. */
export type FleetServer = Pick<
  McpServer,
  'ref' | 'name' | 'transport' | 'command' | 'args' | 'url' | 'env_names' | 'header_names' | 'disabled' | 'auto_approve' | 'components'
> & { version?: string; tools: { ref: string; name: string; capabilities: string[]; hash?: string }[] };

/** What is stored of an agent as it was reported. */
export interface AgentDocument {
  version?: string;
  path?: string;
  project?: string;
  labels: Readonly<Record<string, string>>;
  servers: FleetServer[];
  credentials: CredentialRef[];
}

/** A stored document as what `fleetAgent` made it; rows hold nothing else. */
export function documentOf(stored: JsonObject): AgentDocument {
  return { labels: {}, servers: [], credentials: [], ...stored };
}

export interface FleetAgent {
  agentId: string;
  name: string;
  client: string;
  owner?: string;
  document: AgentDocument;
}

/** An agent with its identity: the source that reports it, the device, the client and its configuration. */
export function fleetAgent(reported: Reported, place: { sourceId: string; device: string }): FleetAgent {
  const { client, name = client, version, path, project, owner, labels = {} } = reported;
  const identity = canonicalJson([place.sourceId, place.device, client, name, path ?? null, project ?? null]);
  const servers = reported.servers.map((server) => fleetServer(server, { client, path: path ?? '' }));
  serverComponents(servers);
  return {
    agentId: `agt_${createHash('sha256').update(identity).digest('hex').slice(0, 26)}`,
    name,
    client,
    ...(owner !== undefined && { owner }),
    document: {
      ...(version !== undefined && { version }),
      ...(path !== undefined && { path }),
      ...(project !== undefined && { project }),
      labels,
      servers: servers.map(shownServer),
      credentials: agentCredentials(servers.map(({ server }) => server)),
    },
  };
}

interface ReadServer {
  server: McpServer;
  argv: { value: string }[];
  reported: ReportedServer;
}

function fleetServer(reported: ReportedServer, place: { client: string; path: string }): ReadServer {
  const { command, args = [], url } = reported;
  const argv = command === undefined ? [] : [command, ...args];
  const launch = argv.length === 0 ? undefined : readLaunch(argv);
  const { inner = [], image, localPath } = launch ?? {};
  const server: McpServer = {
    ref: '',
    name: reported.name,
    ...place,
    transport: reported.transport ?? (url !== undefined ? 'http' : command !== undefined ? 'stdio' : 'unknown'),
    command: command ?? null,
    args: redactArguments(args),
    url: url === undefined ? null : redactAddress(url),
    env_names: sorted(reported.env_names),
    header_names: sorted(reported.header_names),
    disabled: reported.disabled ?? false,
    ...(launch?.package && { package: launch.package }),
    ...(image !== undefined && { image }),
    ...(localPath !== undefined && { local_path: localPath }),
    auto_approve: sorted(reported.auto_approve),
    components: [],
  };
  server.ref = serverRef(server, redactArguments(inner));
  return { server, argv: argv.map((value) => ({ value })), reported };
}

function shownServer({ server, reported: { version, tools = [] } }: ReadServer): FleetServer {
  const { ref, name, transport, command, args, url, env_names, header_names, disabled, auto_approve, components } = server;
  return {
    ...{ ref, name, transport, command, args, url, env_names, header_names, disabled, auto_approve, components },
    ...(version !== undefined && { version }),
    tools: tools.map((tool) => ({
      ref: `${ref}#tool:${tool.name}`,
      name: tool.name,
      capabilities: sorted(tool.capabilities),
      ...(tool.hash !== undefined && { hash: tool.hash }),
    })),
  };
}

function sorted(words: readonly string[] = []): string[] {
  return [...new Set(words)].sort();
}
