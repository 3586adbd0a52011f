import type { z } from 'zod';
import type { reportedAgent } from '../../../api/fleet-agent.js';
import type { DemoTenant } from '../demo-tenant.js';
import { mail, teams } from './people.js';
import type { Step } from './step.js';

type Agent = z.input<typeof reportedAgent>;
type Server = Agent['servers'][number];
type Tool = NonNullable<Server['tools']>[number];

const tool = (name: string, ...capabilities: NonNullable<Tool['capabilities']>): Tool => ({ name, capabilities });

const npx = (name: string, words: readonly string[], more: Omit<Server, 'name'> = {}): Server => ({
  name,
  transport: 'stdio',
  command: 'npx',
  args: ['-y', ...words],
  ...more,
});

/** The MCP servers of the company. */
const servers = {
  crm: npx('crm', ['mcp-remote@0.1.15', 'https://crm.lumenpay.example/mcp'], {
    env_names: ['CRM_TOKEN'],
    tools: [
      tool('search_customers', 'read', 'private_data'),
      tool('read_conversation', 'read', 'private_data', 'untrusted_content'),
      tool('send_reply', 'write', 'external_communication'),
    ],
  }),
  tickets: npx('tickets', ['@lumenpay/tickets-mcp@1.4.0'], {
    env_names: ['HELPDESK_API_KEY'],
    tools: [tool('list_tickets', 'read', 'untrusted_content'), tool('close_ticket', 'write'), tool('delete_ticket', 'destructive')],
  }),
  articles: npx('articles', ['@modelcontextprotocol/server-filesystem@2025.3.28', './articles'], {
    tools: [tool('read_file', 'read'), tool('write_file', 'write'), tool('list_directory', 'read')],
  }),
  ledger: npx('ledger-db', ['@lumenpay/ledger-mcp@0.7.2'], {
    env_names: ['LEDGER_DATABASE_URL'],
    tools: [tool('run_sql', 'read', 'private_data', 'destructive'), tool('explain_query', 'read'), tool('list_tables', 'read')],
  }),
  repository: {
    name: 'repository',
    transport: 'stdio',
    command: 'uvx',
    args: ['mcp-server-git==2025.7.1', '--repository', '.'],
    tools: [tool('git_log', 'read'), tool('git_commit', 'write'), tool('git_checkout', 'write')],
  },
  designs: npx('designs', ['figma-developer-mcp@0.6.2', '--stdio'], {
    env_names: ['FIGMA_API_KEY'],
    tools: [tool('get_figma_data', 'read', 'network'), tool('download_figma_images', 'write', 'network')],
  }),
  cluster: npx('cluster', ['mcp-server-kubernetes@2.9.6'], {
    env_names: ['KUBECONFIG'],
    tools: [
      tool('kubectl_get', 'read'),
      tool('kubectl_apply', 'write'),
      tool('exec_in_pod', 'execute'),
      tool('kubectl_delete', 'destructive'),
    ],
  }),
  incidents: {
    name: 'incidents',
    transport: 'http',
    url: 'https://incidents.lumenpay.example/mcp',
    header_names: ['Authorization'],
    tools: [tool('search_incidents', 'read'), tool('open_incident', 'write', 'external_communication')],
  },
  browser: npx('browser', ['@playwright/mcp@latest'], {
    tools: [tool('browser_navigate', 'network', 'untrusted_content'), tool('browser_click', 'network')],
  }),
} as const satisfies Record<string, Server>;

const claudeCode = (project: string, list: readonly Server[], owner?: string): Agent => ({
  client: 'claude-code',
  name: `claude-code in ${project}`,
  version: '2.1.14',
  path: `~/src/${project}/.mcp.json`,
  project: `~/src/${project}`,
  servers: [...list],
  ...(owner !== undefined && { owner }),
});

const editor = (
  client: 'cursor' | 'vscode' | 'windsurf',
  version: string,
  path: string,
  list: readonly Server[],
  owner?: string,
): Agent => ({
  client,
  version,
  path,
  servers: [...list],
  ...(owner !== undefined && { owner }),
});

const tanakasCode = claudeCode('support-bot', [servers.crm, servers.tickets, servers.articles], mail('yuki.tanaka'));
const tanakasEditor = editor(
  'vscode',
  '1.105.1',
  '~/.config/Code/User/mcp.json',
  [servers.cluster, servers.incidents],
  mail('yuki.tanaka'),
);

/** Ten agents of six clients on seven devices. */
const devices = {
  'lap-okafor': [
    claudeCode('payments-api', [servers.ledger, servers.repository], mail('tomas.okafor')),
    editor('cursor', '2.0.34', '~/.cursor/mcp.json', [servers.repository, servers.ledger], mail('tomas.okafor')),
  ],
  'lap-tanaka': [tanakasCode, tanakasEditor],
  'lap-reyes': [editor('cursor', '2.0.34', '~/.cursor/mcp.json', [servers.designs, servers.repository], mail('ana.reyes'))],
  'lap-haddad': [
    {
      client: 'claude-desktop',
      version: '0.14.10',
      path: '~/Library/Application Support/Claude/claude_desktop_config.json',
      owner: mail('omar.haddad'),
      servers: [servers.crm, servers.articles],
    },
    editor('windsurf', '1.12.9', '~/.codeium/windsurf/mcp_config.json', [servers.designs]),
  ],
  'wks-risk-03': [
    {
      client: 'gemini-cli',
      version: '0.9.0',
      path: '~/.gemini/settings.json',
      owner: teams.payments,
      servers: [servers.ledger, servers.incidents],
    },
  ],
  'ci-runner-07': [claudeCode('agent-tools', [servers.repository, servers.cluster], teams.support)],
  'vm-support-bot': [
    {
      client: 'vscode',
      name: 'support-bot in production',
      version: '1.105.1',
      path: '/srv/bot/.vscode/mcp.json',
      project: '/srv/bot',
      owner: teams.support,
      labels: { environment: 'production' },
      servers: [servers.crm, servers.tickets],
    },
  ],
} satisfies Record<string, readonly Agent[]>;

type Device = keyof typeof devices;

async function sync(demo: DemoTenant, device: Device, agents: readonly Agent[] = devices[device]): Promise<void> {
  await demo.call('devices', 'syncFleet', {
    body: { source_id: demo.id('laptops'), device, observed_at: demo.time(-2000), agents: [...agents], complete: true },
  });
}

async function syncAll(demo: DemoTenant, names: readonly Device[]): Promise<void> {
  for (const device of names) await sync(demo, device);
}

async function mark(demo: DemoTenant, device: Device, client: string, state: 'approved' | 'quarantined'): Promise<void> {
  const { items } = await demo.call('maria', 'listFleet', { query: { device, client } });
  for (const { agent_id } of items)
    for (const lifecycle_state of ['pending_review', state] as const)
      await demo.call('maria', 'updateAgent', { params: { agent_id }, body: { lifecycle_state } });
}

const early: readonly Device[] = ['lap-okafor', 'lap-tanaka', 'lap-reyes', 'ci-runner-07'];
const late: readonly Device[] = ['lap-haddad', 'wks-risk-03', 'vm-support-bot'];

/** What device management reports, and what security decides about it. */
export const fleetSteps: readonly Step[] = [
  { day: 0, at: '11:30', run: (demo) => syncAll(demo, early) },
  { day: 2, at: '11:30', run: (demo) => syncAll(demo, late) },
  {
    day: 3,
    at: '10:15',
    async run(demo) {
      await mark(demo, 'lap-okafor', 'claude-code', 'approved');
      await mark(demo, 'lap-tanaka', 'claude-code', 'approved');
      await mark(demo, 'ci-runner-07', 'claude-code', 'approved');
      await mark(demo, 'vm-support-bot', 'vscode', 'approved');
    },
  },
  { day: 7, at: '11:30', run: (demo) => syncAll(demo, [...early, ...late]) },
  // An approved agent gets a server that nobody has looked at.
  {
    day: 12,
    at: '11:30',
    async run(demo) {
      await syncAll(demo, ['lap-okafor', 'lap-reyes', 'ci-runner-07', ...late]);
      await sync(demo, 'lap-tanaka', [{ ...tanakasCode, servers: [...tanakasCode.servers, servers.browser] }, tanakasEditor]);
    },
  },
  {
    day: 12,
    at: '14:00',
    async run(demo) {
      await mark(demo, 'lap-haddad', 'windsurf', 'quarantined');
    },
  },
  // Its configuration is gone from the laptop.
  { day: 13, at: '11:30', run: (demo) => sync(demo, 'lap-reyes', []) },
  { minutesAgo: 24, run: (demo) => syncAll(demo, ['lap-okafor', 'ci-runner-07', 'vm-support-bot', 'wks-risk-03']) },
];
