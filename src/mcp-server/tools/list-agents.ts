import { z } from 'zod';
import type { McpServer } from '../../model/agent.js';
import type { ScanReport } from '../../model/report.js';
import { compareSeverity, severities } from '../../model/severity.js';
import { hostAndPort } from '../../support/address.js';
import { takeExcerpt } from '../contract/answer.js';
import { confine } from '../contract/confine.js';
import { cutShape, limitInput } from '../contract/shapes.js';
import { defineTool } from '../contract/tool.js';

const serverShape = z.object({
  name: z.string(),
  transport: z.string(),
  runs: z.string().optional().describe('package, image, address or program'),
  disabled: z.boolean(),
  credentials: z.array(z.string()).describe('names only; values are never read'),
  tools: z.array(z.string()),
  findings: z.number().int(),
  worst: z.enum(severities).optional(),
});

/** Agents, servers and credential names of this user. */
export const listAgentsTool = defineTool({
  name: 'list_agents',
  title: 'List AI agents and their MCP servers',
  description:
    "Finds the AI clients configured for this user and in the root folder, the MCP servers each of them runs, and the names of the credentials those servers hold. Reads the user's client configurations, starts none of the servers.",
  input: z.object({
    client: z.string().max(60).optional().describe('only this client: claude-desktop, cursor, vscode, …'),
    project: z.string().max(1000).optional().describe('also look into this folder, relative to the root folder'),
    limit: limitInput,
  }),
  output: z.object({
    report_id: z.string(),
    total_agents: z.number().int(),
    agents: z.array(z.object({ client: z.string(), path: z.string(), project: z.string().optional(), servers: z.array(serverShape) })),
    unread: z.array(z.string()),
    ...cutShape,
  }),
  async run({ client, project, limit }, { access, signal }) {
    const targets = project === undefined ? [] : [{ kind: 'path' as const, value: confine(access, project) }];
    const gates = { ...access.request.gates, allowEmpty: true };
    const report = await access.scan({ ...access.request, targets, userConfig: true, gates }, signal);
    const report_id = access.reports.keep(report);
    const describe = serverDescriber(report);
    const agents = report.agents
      .filter((agent) => client === undefined || agent.client === client)
      .map(({ client: name, path, project_key: key, servers }) => ({
        client: name,
        path,
        ...(key !== undefined && { project: key }),
        servers: servers.flatMap(describe),
      }));
    const { items, total, truncated, hint } = takeExcerpt(agents, limit, 'name a client for fewer');
    const unread = report.scan_run.issues.filter((issue) => issue.note === undefined).slice(0, 20);
    return {
      report_id,
      total_agents: total,
      agents: items,
      unread: unread.map((issue) => `${issue.path}: ${issue.reason}`),
      truncated,
      ...(hint !== undefined && { hint }),
    };
  },
});

function serverDescriber(report: ScanReport): (ref: string) => z.input<typeof serverShape>[] {
  const servers = new Map(report.servers.map((server) => [server.ref, server]));
  return (ref) => {
    const server = servers.get(ref);
    if (!server) return [];
    const own = report.findings.filter((finding) => finding.subject === ref || finding.blast_radius?.servers.includes(ref));
    const [worst] = own.map((finding) => finding.severity).sort((a, b) => compareSeverity(b, a));
    const runs = runText(server);
    return [
      {
        name: server.name,
        transport: server.transport,
        ...(runs !== undefined && { runs }),
        disabled: server.disabled,
        credentials: report.credentials.filter((credential) => credential.servers.includes(ref)).map((credential) => credential.name),
        tools: report.tools.filter((tool) => tool.server === ref).map((tool) => tool.name),
        findings: own.length,
        ...(worst !== undefined && { worst }),
      },
    ];
  };
}

/** What a server runs, without its arguments: they may hold secrets. */
function runText({ package: known, image, url, local_path, command }: McpServer): string | undefined {
  if (known) return `${known.ecosystem} ${known.name}${known.version === null ? '' : `@${known.version}`}`;
  return image ?? (url === null ? undefined : (hostAndPort(url) ?? 'an address')) ?? local_path ?? command ?? undefined;
}
