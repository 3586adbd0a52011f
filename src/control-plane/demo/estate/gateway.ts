import type { z } from 'zod';
import type { gatewayCall } from '../../../api/gateway.js';
import type { gatewayPolicyDraft } from '../../../api/gateway-policy.js';
import type { Step } from './step.js';

type Policy = z.input<typeof gatewayPolicyDraft>;
type Call = z.input<typeof gatewayCall>;

const policies: readonly Policy[] = [
  {
    name: 'The ledger is only read',
    description: 'No agent changes the books, whoever asks it to',
    mode: 'enforce',
    enabled: true,
    rules: [
      {
        id: 'no-changing-sql',
        effect: 'deny',
        when: {
          servers: ['ledger-db'],
          tools: ['run_sql'],
          args: { '/sql': { regex: '(?i)\\b(insert|update|delete|drop|truncate|alter)\\b' } },
        },
        reason: 'the ledger is changed by the payments API alone',
      },
      {
        id: 'slow-reads',
        effect: 'warn',
        when: { servers: ['ledger-db'] },
        rate: { calls: 60, per_seconds: 60 },
        reason: 'many queries in a minute',
      },
    ],
    bindings: [{ target_type: 'upstream', target_id: 'ledger-db', mode: 'enforce' }],
  },
  {
    name: 'Nothing destructive without a person',
    description: 'Deleting in the help desk and in the cluster stays with people',
    mode: 'enforce',
    enabled: true,
    rules: [
      { id: 'no-deletes', effect: 'deny', when: { tools: ['*delete*', 'drop_*'] }, reason: 'deleting stays with people' },
      {
        id: 'no-shell-in-pods',
        effect: 'deny',
        when: { tools: ['exec_in_pod'] },
        reason: 'a shell in production needs the on-call engineer',
      },
    ],
    bindings: [
      { target_type: 'upstream', target_id: 'tickets', mode: 'enforce' },
      { target_type: 'upstream', target_id: 'cluster', mode: 'enforce' },
    ],
  },
  {
    name: 'Customers’ data stays inside',
    description: 'Watched for two weeks before it is enforced',
    mode: 'audit',
    enabled: true,
    rules: [
      {
        id: 'reply-after-private-data',
        effect: 'deny',
        when: { tools: ['send_reply'], after: ['private_data'] },
        reason: 'a reply after reading private data',
      },
      {
        id: 'known-hosts',
        effect: 'warn',
        when: { tools: ['browser_*'], args: { '/url': { host_not_in: ['docs.lumenpay.example', 'status.lumenpay.example'] } } },
        reason: 'a page outside the company',
      },
    ],
    bindings: [
      { target_type: 'agent_type', target_id: 'claude-code', mode: 'audit' },
      { target_type: 'environment', target_id: 'production', mode: 'audit' },
    ],
  },
  {
    name: 'Keys are not read from files',
    description: 'Draft of the security team',
    mode: 'off',
    enabled: false,
    rules: [
      { id: 'no-secret-files', effect: 'deny', when: { tools: ['read_file'], args: { '/path': { glob: ['**/.env*', '**/*.pem'] } } } },
    ],
    bindings: [{ target_type: 'tenant', mode: 'off' }],
  },
];

const calls: readonly Call[] = [
  {
    agent: 'claude-code',
    agent_type: 'claude-code',
    server: 'ledger-db',
    tool: 'run_sql',
    arguments: { sql: 'select count(*) from postings' },
  },
  {
    agent: 'claude-code',
    agent_type: 'claude-code',
    server: 'ledger-db',
    tool: 'run_sql',
    arguments: { sql: "update postings set status = 'void' where id = 81213" },
  },
  { agent: 'support-bot', environment: 'production', server: 'crm', tool: 'search_customers', arguments: { query: 'Nordic Bikes' } },
  {
    agent: 'support-bot',
    environment: 'production',
    server: 'crm',
    tool: 'send_reply',
    session_classes: ['private_data'],
    arguments: { conversation: 'C-20418', text: 'We have refunded the second charge.' },
  },
  { agent: 'support-bot', environment: 'production', server: 'tickets', tool: 'delete_ticket', arguments: { id: 'T-9931' } },
  { agent: 'vscode', server: 'cluster', tool: 'exec_in_pod', arguments: { pod: 'support-bot-6d7f', command: 'sh' } },
  { agent: 'vscode', server: 'cluster', tool: 'kubectl_get', arguments: { resource: 'pods', namespace: 'support' } },
  {
    agent: 'claude-code',
    agent_type: 'claude-code',
    server: 'browser',
    tool: 'browser_navigate',
    arguments: { url: 'https://paste.example.net/raw/8fk2' },
  },
];

function asked(day: number, at: `${number}:${number}`, chosen: readonly number[]): Step {
  return {
    day,
    at,
    async run(demo) {
      for (const index of chosen) {
        const body = calls[index];
        if (body) await demo.call('ci', 'evaluateGatewayCall', { body: { ...body, source_id: demo.id('gateway') } });
      }
    },
  };
}

/** Policies, what they are bound to, and calls that gateways asked about. */
export const gatewaySteps: readonly Step[] = [
  {
    day: 1,
    at: '9:30',
    async run(demo) {
      for (const body of policies) {
        const { policy_id } = await demo.call('maria', 'createGatewayPolicy', { body });
        demo.remember(body.name, policy_id);
      }
      await demo.call('maria', 'createPolicyBinding', { body: { policy_kind: 'scan_gate', target_type: 'tenant', mode: 'audit' } });
      await demo.call('maria', 'createPolicyBinding', {
        body: { policy_kind: 'scan_gate', target_type: 'source', target_id: demo.id('payments-api'), mode: 'enforce' },
      });
    },
  },
  {
    day: 9,
    at: '9:15',
    run: (demo) =>
      demo.call('maria', 'updateGatewayPolicy', {
        params: { policy_id: demo.id('The ledger is only read') },
        body: { description: 'No agent changes the books, whoever asks it to. Owner: payments team', version: 1 },
      }),
  },
  asked(4, '13:10', [0, 2, 6, 5]),
  asked(8, '10:40', [0, 1, 2, 4]),
  asked(11, '15:20', [3, 6, 0]),
  asked(13, '16:05', [7, 5, 2, 3]),
];
