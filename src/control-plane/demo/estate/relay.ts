import type { z } from 'zod';
import type { proxyEvent } from '../../../api/proxy.js';
import type { DemoTenant } from '../demo-tenant.js';
import type { Moment, Step } from './step.js';

type Event = z.input<typeof proxyEvent>;
type Decided = Omit<Event, 'event_id' | 'seq' | 'occurred_at' | 'agent' | 'server' | 'mode' | 'policy_id'> & { policy?: string };

/** One session of an agent with a server, as the relay reports it. */
interface Session {
  id: string;
  agent: string;
  server: string;
  calls: readonly Decided[];
  ended?: boolean;
}

const LEDGER = 'The ledger is only read';
const DESTRUCTIVE = 'Nothing destructive without a person';
const CUSTOMERS = 'Customers’ data stays inside';

const allow = (tool: string, shape: Record<string, string>): Decided => ({
  decision: 'allow',
  tool,
  method: 'tools/call',
  argument_shape: shape,
});

const decided = {
  count: allow('run_sql', { sql: 'string(34)' }),
  tables: allow('list_tables', {}),
  plan: allow('explain_query', { sql: 'string(118)' }),
  customers: allow('search_customers', { query: 'string(12)' }),
  conversation: allow('read_conversation', { conversation: 'string(7)' }),
  tickets: allow('list_tickets', { status: 'string(4)', limit: 'number' }),
  pods: allow('kubectl_get', { resource: 'string(4)', namespace: 'string(7)' }),
  log: allow('git_log', { limit: 'number' }),
  changing: {
    ...{ decision: 'deny', tool: 'run_sql', method: 'tools/call', severity: 'high', rule_id: 'no-changing-sql', policy: LEDGER },
    reason: 'the ledger is changed by the payments API alone',
    argument_shape: { sql: 'string(57)' },
  },
  deleting: {
    ...{ decision: 'deny', tool: 'delete_ticket', method: 'tools/call', severity: 'medium', rule_id: 'no-deletes', policy: DESTRUCTIVE },
    reason: 'deleting stays with people',
    argument_shape: { id: 'string(6)' },
  },
  shell: {
    ...{
      decision: 'deny',
      tool: 'exec_in_pod',
      method: 'tools/call',
      severity: 'critical',
      rule_id: 'no-shell-in-pods',
      policy: DESTRUCTIVE,
    },
    reason: 'a shell in production needs the on-call engineer',
    argument_shape: { pod: 'string(16)', command: 'string(2)' },
  },
  reply: {
    ...{ decision: 'allow', would_decide: 'deny', tool: 'send_reply', method: 'tools/call', severity: 'medium' },
    ...{ rule_id: 'reply-after-private-data', policy: CUSTOMERS },
    reason: 'a reply after reading private data',
    argument_shape: { conversation: 'string(7)', text: 'string(212)' },
  },
  hidden: {
    ...{ decision: 'redact', tool: 'read_conversation', method: 'tools/call', severity: 'medium', rule_id: 'secret-in-answer' },
    reason: 'a card number in the answer was hidden',
    argument_shape: { conversation: 'string(7)' },
  },
  drifted: {
    ...{ decision: 'warn', tool: 'send_reply', method: 'tools/list', severity: 'high', rule_id: 'tool-drift' },
    reason: 'the description of a tool differs from what was approved',
  },
} as const satisfies Record<string, Decided>;

const sessions = {
  books: (day: number): Session => ({
    id: `okafor-ledger-${day}`,
    agent: 'claude-code',
    server: 'ledger-db',
    calls: [decided.tables, decided.count, decided.plan, decided.count, ...(day % 2 === 0 ? [decided.changing] : [])],
    ended: true,
  }),
  bot: (day: number): Session => ({
    id: `support-bot-crm-${day}`,
    agent: 'support-bot',
    server: 'crm',
    calls: [decided.customers, decided.conversation, decided.reply, decided.customers, ...(day % 3 === 0 ? [decided.hidden] : [])],
  }),
  desk: (day: number): Session => ({
    id: `support-bot-tickets-${day}`,
    agent: 'support-bot',
    server: 'tickets',
    calls: [decided.tickets, decided.tickets, decided.deleting],
  }),
  cluster: (day: number): Session => ({
    id: `tanaka-cluster-${day}`,
    agent: 'vscode',
    server: 'cluster',
    calls: [decided.pods, decided.shell, decided.pods],
    ended: true,
  }),
};

/** Between two calls of a session. */
const CALL_MS = 20_000;

async function push(demo: DemoTenant, { id, agent, server, calls, ended = false }: Session): Promise<void> {
  const events = calls.map(
    ({ policy, ...call }, index): Event => ({
      ...call,
      seq: index + 1,
      occurred_at: demo.time((index - calls.length) * CALL_MS),
      agent,
      server,
      mode: policy === CUSTOMERS ? 'audit' : 'enforce',
      ...(policy !== undefined && { policy_id: demo.id(policy) }),
    }),
  );
  const denied = calls.filter(({ decision }) => decision === 'deny').length;
  await demo.call('relay', 'pushProxyAudit', {
    body: {
      source_id: demo.id('relay'),
      session_id: id,
      events,
      heartbeat: {
        agent,
        server,
        mode: 'enforce',
        policy_version: '2026.11',
        decided: calls.length,
        denied,
        dropped: 0,
        waiting: 0,
        ended,
      },
    },
  });
}

const at = (moment: Moment, ...list: readonly Session[]): Step => ({
  ...moment,
  async run(demo) {
    for (const session of list) await push(demo, session);
  },
});

/** What the relay saw and decided. */
export const relaySteps: readonly Step[] = [
  at({ day: 2, at: '10:02' }, sessions.books(2), sessions.bot(2)),
  at({ day: 3, at: '13:45' }, sessions.bot(3)),
  at({ day: 5, at: '9:38' }, sessions.books(5), sessions.desk(5)),
  at({ day: 7, at: '14:12' }, sessions.cluster(7)),
  at({ day: 8, at: '11:07' }, sessions.books(8), sessions.bot(8)),
  at({ day: 10, at: '16:20' }, sessions.desk(10), sessions.bot(10)),
  at({ day: 12, at: '10:31' }, sessions.books(12), sessions.bot(12), {
    id: 'tanaka-crm-12',
    agent: 'claude-code',
    server: 'crm',
    calls: [decided.drifted, decided.customers],
    ended: true,
  }),
  at({ day: 13, at: '17:05' }, sessions.desk(13)),
  at({ minutesAgo: 55 }, sessions.books(14), sessions.cluster(14)),
  at({ minutesAgo: 12 }, sessions.bot(14), {
    id: 'okafor-repository-14',
    agent: 'cursor',
    server: 'repository',
    calls: [decided.log, decided.log],
  }),
  at({ minutesAgo: 3 }, { ...sessions.desk(14), calls: [decided.tickets, decided.deleting] }),
];
