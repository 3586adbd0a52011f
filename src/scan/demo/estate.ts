import { createHash } from 'node:crypto';
import type { Agent, Capability, CredentialRef, McpServer, ServerPackage, Tool } from '../../model/agent.js';
import { canonicalJson } from '../../support/canonical-json.js';
import { refOf } from './components.js';

const CLAUDE = '~/Library/Application Support/Claude/claude_desktop_config.json';
const CURSOR = '~/.cursor/mcp.json';
const VSCODE = '.vscode/mcp.json';

/** One configured server of the sample: how it starts, which packages run in it, what it holds and offers. */
interface Entry {
  name: string;
  client: string;
  path: string;
  line: number;
  command: string;
  args: string[];
  package?: ServerPackage;
  local?: string;
  /** `name@version` of the packages that run in it, beside those they depend on. */
  runs: { ecosystem: string; ids: string[] };
  env: string[];
  tools: Readonly<Record<string, Capability[]>>;
  autoApprove?: string[];
}

const entries: readonly Entry[] = [
  {
    name: 'cluster',
    client: 'vscode',
    path: VSCODE,
    line: 4,
    ...npx('mcp-server-kubernetes', '2.9.7'),
    env: ['KUBECONFIG'],
    tools: { exec_in_pod: ['execute'], kubectl_apply: ['write', 'network'], kubectl_get: ['read', 'secrets'] },
  },
  {
    name: 'crm',
    client: 'claude-desktop',
    path: CLAUDE,
    line: 4,
    ...npx('mcp-remote', '0.1.15', 'https://crm.example.com/mcp'),
    env: ['CRM_TOKEN'],
    tools: { export_contacts: ['read', 'network'], search_contacts: ['read'] },
  },
  {
    name: 'design',
    client: 'cursor',
    path: CURSOR,
    line: 4,
    ...npx('figma-developer-mcp', '0.6.2', '--stdio'),
    env: ['FIGMA_API_KEY'],
    tools: { download_figma_images: ['write', 'network'], get_figma_data: ['read', 'network'] },
  },
  {
    name: 'files',
    client: 'claude-desktop',
    path: CLAUDE,
    line: 11,
    ...npx('@modelcontextprotocol/server-filesystem', '0.6.2', '/home/sam/projects'),
    env: [],
    tools: { list_directory: ['read'], read_file: ['read', 'secrets'], write_file: ['write'] },
    autoApprove: ['read_file'],
  },
  {
    name: 'git',
    client: 'cursor',
    path: CURSOR,
    line: 12,
    command: 'uvx',
    args: ['mcp-server-git==2025.7.1'],
    package: { ecosystem: 'PyPI', name: 'mcp-server-git', version: '2025.7.1', floating: false },
    runs: { ecosystem: 'PyPI', ids: ['mcp-server-git@2025.7.1'] },
    env: ['GITHUB_TOKEN'],
    tools: { git_commit: ['write'], git_diff: ['read'], git_init: ['write'] },
  },
  {
    name: 'research',
    client: 'claude-desktop',
    path: CLAUDE,
    line: 16,
    command: 'poetry',
    args: ['run', 'python', 'server.py'],
    local: 'servers/research',
    runs: { ecosystem: 'PyPI', ids: ['langchain@0.0.232', 'mcp@1.9.3', 'requesuts@1.0.0'] },
    env: ['OPENAI_API_KEY', 'SERPAPI_API_KEY'],
    tools: { run_python: ['execute'], search_web: ['network'] },
  },
  {
    name: 'tickets',
    client: 'vscode',
    path: VSCODE,
    line: 12,
    command: 'java',
    args: ['-jar', 'servers/tickets/build/tickets.jar'],
    local: 'servers/tickets',
    runs: {
      ecosystem: 'Maven',
      ids: ['com.fasterxml.jackson.core:jackson-databind@2.19.2', 'org.springframework:spring-beans@5.3.17'],
    },
    env: ['JIRA_API_TOKEN'],
    tools: { create_ticket: ['write', 'network'], search_tickets: ['read', 'network'] },
  },
];

/** The arguments that run a package of the npm registry, pinned as it should be. */
function npx(name: string, version: string, ...rest: string[]): Pick<Entry, 'command' | 'args' | 'package' | 'runs'> {
  const id = `${name}@${version}`;
  return {
    command: 'npx',
    args: ['-y', id, ...rest],
    package: { ecosystem: 'npm', name, version, floating: false },
    runs: { ecosystem: 'npm', ids: [id] },
  };
}

/** The agents of the sample, one a client, sorted by ref. */
export function demoAgents(): Agent[] {
  const clients = [...new Set(entries.map((entry) => entry.client))].sort();
  return clients.map((client) => {
    const own = entries.filter((entry) => entry.client === client);
    return { ref: `agent:${client}`, client, path: own[0]?.path ?? '', servers: own.map(serverRef) };
  });
}

/** The configured servers, sorted by ref. */
export function demoServers(): McpServer[] {
  const servers = entries.map(
    (entry): McpServer => ({
      ref: serverRef(entry),
      name: entry.name,
      client: entry.client,
      path: entry.path,
      line: entry.line,
      transport: 'stdio',
      command: entry.command,
      args: [...entry.args],
      url: null,
      env_names: [...entry.env],
      header_names: [],
      disabled: false,
      ...(entry.package && { package: { ...entry.package } }),
      ...(entry.local !== undefined && { local_path: entry.local }),
      auto_approve: [...(entry.autoApprove ?? [])],
      components: entry.runs.ids.map((id) => refOf(entry.runs.ecosystem, id)).sort(),
    }),
  );
  return servers.sort((a, b) => (a.ref < b.ref ? -1 : 1));
}

/** The tools those servers offer, sorted by ref. */
export function demoTools(): Tool[] {
  return entries.flatMap((entry) =>
    Object.entries(entry.tools).map(([name, capabilities]) => ({
      ref: `tool:${entry.name}/${name}`,
      server: serverRef(entry),
      name,
      capabilities: [...capabilities],
      hash: createHash('sha256').update(canonicalJson({ name })).digest('hex'),
    })),
  );
}

/** Names of the credentials the servers are given, sorted by ref. */
export function demoCredentials(): CredentialRef[] {
  return entries
    .flatMap((entry) => entry.env.map((name) => ({ ref: `credential:${name}`, name, kind: 'env' as const, servers: [serverRef(entry)] })))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1));
}

function serverRef({ client, name }: Entry): string {
  return `server:${client}/${name}`;
}
