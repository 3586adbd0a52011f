import type { z } from 'zod';
import type { sourceDraft } from '../../../api/sources.js';
import type { Actor, DemoTenant } from '../demo-tenant.js';
import { teams } from './people.js';
import type { Step } from './step.js';

type Draft = z.input<typeof sourceDraft>;

interface NamedSource {
  /** The day on which it is created and, for what workers read, first scanned. */
  day: number;
  /** The name that other steps know it by. */
  name: string;
  by: Actor;
  draft(demo: DemoTenant): Draft;
}

type Team = 'payments' | 'support';
const maker: Readonly<Record<Team, Actor>> = { payments: 'tomas', support: 'yuki' };

function repository(day: number, name: string, team: Team, description: string, tier: string): NamedSource {
  const labels = { team, tier };
  return {
    day,
    name,
    by: maker[team],
    draft: (demo) => ({ kind: 'scan.repo', display_name: name, description, owner: teams[team], scope: { path: demo.path(name) }, labels }),
  };
}

function infrastructure(day: number, name: string, team: Team, description: string): NamedSource {
  const labels = { team, environment: 'production' };
  return {
    day,
    name,
    by: maker[team],
    draft: (demo) => ({ kind: 'scan.iac', display_name: name, description, owner: teams[team], scope: { path: demo.path(name) }, labels }),
  };
}

/** What the workers read. */
const projects: readonly NamedSource[] = [
  repository(0, 'payments-api', 'payments', 'Takes card payments and refunds', 'critical'),
  repository(0, 'ledger-service', 'payments', 'Double-entry ledger behind the payments API', 'critical'),
  repository(1, 'fraud-scoring', 'payments', 'Scores card payments before they are captured', 'high'),
  repository(1, 'checkout-web', 'payments', 'Checkout pages that merchants embed', 'high'),
  repository(1, 'settlement-batch', 'payments', 'Nightly settlement with the acquiring banks', 'high'),
  repository(0, 'support-bot', 'support', 'Answers customers and opens tickets', 'critical'),
  repository(1, 'agent-tools', 'support', 'MCP servers that the company writes itself', 'high'),
  repository(2, 'knowledge-base-sync', 'support', 'Copies help articles into the search index of the bot', 'normal'),
  repository(2, 'helpdesk-portal', 'support', 'Where customers follow their tickets', 'normal'),
  infrastructure(0, 'payments-infra', 'payments', 'Terraform of the payments account'),
  infrastructure(2, 'support-platform', 'support', 'Kubernetes and images of the support bot'),
  {
    day: 0,
    name: 'workstations',
    by: 'maria',
    draft: (demo) => ({
      kind: 'scan.mcp_config',
      display_name: 'MCP configurations for workstations',
      description: 'What the platform team hands out for each AI client',
      owner: teams.security,
      scope: {
        paths: ['claude-code/.mcp.json', 'cursor/.cursor/mcp.json', 'vscode/.vscode/mcp.json'].map((path) =>
          demo.path('workstations', path),
        ),
      },
      labels: { team: 'security' },
    }),
  },
  {
    day: 3,
    name: 'receipt-printer',
    by: 'tomas',
    draft: (demo) => ({
      kind: 'ingest.artifact_import',
      display_name: 'receipt-printer image (SBOM)',
      description: 'Bill of materials of the image that prints receipts in shops',
      owner: teams.payments,
      scope: { format: 'cyclonedx', path: demo.path('receipt-printer', 'image.cdx.json') },
      labels: { team: 'payments', tier: 'normal' },
    }),
  },
];

const others: readonly NamedSource[] = [
  {
    day: 4,
    name: 'merchant-app',
    by: 'tomas',
    draft: () => ({
      kind: 'scan.repo',
      display_name: 'merchant-app',
      description: 'The app of merchants; its repository is not reached from here yet',
      owner: teams.payments,
      scope: { url: 'https://git.lumenpay.example/payments/merchant-app.git', ref: 'main' },
      labels: { team: 'payments', tier: 'normal' },
    }),
  },
  {
    day: 0,
    name: 'gateway',
    by: 'maria',
    draft: () => ({
      kind: 'runtime.gateway',
      display_name: 'Tool gateway',
      description: 'Asks before each tool call',
      owner: teams.security,
    }),
  },
  {
    day: 2,
    name: 'support-bot image',
    by: 'yuki',
    draft: () => ({
      kind: 'scan.image',
      display_name: 'support-bot image',
      description: 'The image that production runs',
      owner: teams.support,
      scope: { ref: 'registry.lumenpay.example/support-bot:2.4.1' },
      labels: { team: 'support', environment: 'production' },
    }),
  },
  {
    day: 0,
    name: 'laptops',
    by: 'maria',
    draft: () => ({
      kind: 'ingest.fleet_sync',
      display_name: 'Laptops and CI runners',
      owner: teams.security,
      labels: { team: 'security' },
    }),
  },
  {
    day: 0,
    name: 'pentest',
    by: 'maria',
    draft: () => ({
      kind: 'ingest.result_push',
      display_name: 'Penetration test of the checkout',
      description: 'Pushed by the testers, complete each time',
      owner: teams.security,
      labels: { team: 'payments' },
    }),
  },
  {
    day: 0,
    name: 'code scanning',
    by: 'tomas',
    draft: () => ({
      kind: 'ingest.artifact_import',
      display_name: 'Code scanning of payments-api',
      description: 'SARIF from the pipeline',
      owner: teams.payments,
      scope: { format: 'sarif' },
      labels: { team: 'payments' },
    }),
  },
  {
    day: 0,
    name: 'relay',
    by: 'maria',
    draft: () => ({
      kind: 'runtime.proxy',
      display_name: 'Agent relay',
      description: 'Between agents and MCP servers',
      owner: teams.security,
    }),
  },
  {
    day: 2,
    name: 'jira',
    by: 'maria',
    draft: () => ({
      kind: 'connector.cloud_read_only',
      display_name: 'Jira projects',
      description: 'Not set up yet: the server has no settings for Jira',
      owner: teams.security,
      connector_name: 'jira',
    }),
  },
];

async function create(demo: DemoTenant, { name, by, draft }: NamedSource): Promise<void> {
  const source = await demo.call(by, 'createSource', { body: draft(demo) });
  demo.remember(name, source.source_id);
}

const onDay = (list: readonly NamedSource[], day: number) => list.filter((one) => one.day === day);

const firstDays = [0, 1, 2, 3, 4].flatMap((day): Step[] => [
  {
    day,
    at: '8:30',
    async run(demo) {
      for (const source of onDay([...projects, ...others], day)) await create(demo, source);
    },
  },
  // The first look at what is new.
  {
    day,
    at: '9:00',
    run: (demo) =>
      demo.run(
        'maria',
        onDay(projects, day).map(({ name }) => name),
      ),
  },
]);

export const sourceSteps: readonly Step[] = [...firstDays, { day: 4, at: '9:40', run: (demo) => demo.run('tomas', ['merchant-app']) }];
