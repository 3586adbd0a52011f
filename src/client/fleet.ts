import type { z } from 'zod';
import type { reportedAgent } from '../api/fleet-agent.js';
import type { Agent, McpServer, Tool } from '../model/agent.js';
import type { ScanReport } from '../model/report.js';
import { measureContent } from './content.js';
import type { PushRequest, PushScope } from './push.js';

type ReportedAgent = z.input<typeof reportedAgent>;
type ReportedServer = ReportedAgent['servers'][number];

/** The most agents of one push. */
const MAX_AGENTS = 500;

/** The machine that the agents were found on. */
export interface Device {
  name: string;
  /** The folder whose project configuration was read, as the fleet shows it. */
  project: string;
  /** True: the scan looked for this user's own configuration and nothing else. */
  isOwnHome: boolean;
}

/** The pushes for the agents of a scan: one, or several when there are more agents than one push may have. */
export async function fleetPushes(report: ScanReport, device: Device, scope: PushScope): Promise<PushRequest[]> {
  const agents = report.agents.map((agent) => reported(agent, report, device));
  const batches = Array.from({ length: Math.max(1, Math.ceil(agents.length / MAX_AGENTS)) }, (_, at) =>
    agents.slice(at * MAX_AGENTS, (at + 1) * MAX_AGENTS),
  );
  const complete = batches.length === 1 && !scope.isPartial && isWhole(report, device);
  return Promise.all(batches.map((batch) => fleetPush(batch, { report, device, scope, complete })));
}

interface Around {
  report: ScanReport;
  device: Device;
  scope: PushScope;
  complete: boolean;
}

async function fleetPush(agents: readonly ReportedAgent[], { report, device, scope, complete }: Around): Promise<PushRequest> {
  const body = JSON.stringify({
    ...(scope.source !== undefined && { source_id: scope.source }),
    device: device.name,
    observed_at: report.scan_run.finished_at,
    agents,
    complete,
  });
  const name = agents.length === 1 ? '1 agent' : `${agents.length} agents`;
  return { name, intake: 'syncFleet', query: {}, content: await measureContent(() => [body], name) };
}

/**
 * True when these are all agents of the device, as far as this user's configuration tells: the user asked for nothing else, every file
 * was read, and the scan did not look at a single project among several.
 */
function isWhole({ scan_run: { collectors, issues }, agents }: ScanReport, { isOwnHome }: Device): boolean {
  const ours = collectors.filter(({ id }) => id === AGENTS);
  const isRead = ours.every(({ outcome }) => outcome === 'scanned' || outcome === 'empty');
  const isSaid = issues.some(({ collector, note }) => collector === AGENTS && !note);
  return isOwnHome && isRead && !isSaid && agents.every((agent) => isOfUser(agent));
}

/** Id of the collector that reads the configuration of clients. */
const AGENTS = 'ai-clients';

/** Configuration in the home folder, that of projects which it lists included. */
function isOfUser({ path }: Agent): boolean {
  return path.startsWith('~/');
}

function reported(agent: Agent, { servers, tools }: ScanReport, { project }: Device): ReportedAgent {
  const own = servers.filter(({ ref, client, path }) => agent.servers.includes(ref) && client === agent.client && path === agent.path);
  const folder = agent.project_key ?? (isOfUser(agent) ? undefined : project);
  return {
    client: agent.client,
    path: agent.path,
    ...(folder !== undefined && { project: folder }),
    servers: unique(own).map((server) =>
      reportedServer(
        server,
        tools.filter((tool) => tool.server === server.ref),
      ),
    ),
  };
}

/** A server that several projects of one file configure is listed once for each. */
function unique(servers: readonly McpServer[]): McpServer[] {
  return [...new Map(servers.map((server) => [`${server.ref} ${server.name}`, server])).values()];
}

function reportedServer(server: McpServer, tools: readonly Tool[]): ReportedServer {
  const { name, transport, command, args, url, env_names, header_names, auto_approve, disabled } = server;
  const version = server.package?.version;
  return {
    name,
    transport,
    ...(command !== null && { command, args }),
    ...(url !== null && { url }),
    ...(version != null && { version }),
    env_names,
    header_names,
    auto_approve,
    disabled,
    tools: tools.map(({ name: tool, capabilities, hash }) => ({ name: tool, capabilities: [...capabilities], hash })),
  };
}
