import type { DemoTenant } from '../demo-tenant.js';
import { mail } from './people.js';
import type { Step } from './step.js';

/** The open findings of a source that a search for `q` gives. */
async function found(demo: DemoTenant, q: string, source?: string) {
  const { items } = await demo.call('maria', 'listFindings', {
    query: { q, ...(source !== undefined && { source_id: demo.id(source) }) },
  });
  return items;
}

interface Triage {
  day: number;
  at: `${number}:${number}`;
  q: string;
  source: string;
  by: 'tomas' | 'yuki' | 'maria';
  body: { state: 'investigating' | 'confirmed' | 'false_positive' | 'not_affected'; assignee?: string; note?: string };
}

const triages: readonly Triage[] = [
  {
    ...{ day: 1, at: '10:20', q: 'CVE-2022-22965', source: 'settlement-batch', by: 'tomas' },
    body: {
      state: 'confirmed',
      assignee: mail('tomas.okafor'),
      note: 'Runs on Tomcat 9 with JDK 17: the attack works here. Upgrade planned with the freeze.',
    },
  },
  {
    ...{ day: 1, at: '11:20', q: 'CVE-2023-29401', source: 'ledger-service', by: 'tomas' },
    body: { state: 'not_affected', note: 'The service sends no files.' },
  },
  {
    ...{ day: 2, at: '16:02', q: 'CVE-2023-6909', source: 'fraud-scoring', by: 'tomas' },
    body: { state: 'investigating', assignee: mail('ana.reyes') },
  },
  {
    ...{ day: 3, at: '9:41', q: 'CVE-2025-6514', source: 'support-bot', by: 'yuki' },
    body: { state: 'confirmed', assignee: mail('yuki.tanaka'), note: 'The CRM server is ours, but the bot must not depend on that.' },
  },
  {
    ...{ day: 6, at: '10:10', q: 'js/log-injection', source: 'code scanning', by: 'tomas' },
    body: { state: 'false_positive', note: 'The logger escapes line ends.' },
  },
  {
    ...{ day: 12, at: '13:05', q: 'aws-s3', source: 'payments-infra', by: 'maria' },
    body: { state: 'investigating', assignee: mail('tomas.okafor') },
  },
];

async function triage(demo: DemoTenant, { q, source, by, body }: Triage): Promise<void> {
  const [first] = await found(demo, q, source);
  if (!first) throw new Error(`${source} has no finding ${q}`);
  await demo.call(by, 'triageFinding', { params: { finding_id: first.finding_id }, body });
}

interface Exception {
  day: number;
  at: `${number}:${number}`;
  problem: string;
  by: 'tomas' | 'yuki';
  source: string;
  reason: string;
  days: number;
  decision?: { route: 'approveException' | 'rejectException'; note: string };
}

const exceptions: readonly Exception[] = [
  {
    ...{ day: 1, at: '10:40', problem: 'CVE-2022-22965', by: 'tomas', source: 'settlement-batch', days: 15 },
    reason: 'The upgrade of Spring waits for the end of the release freeze. The batch listens on no port until then.',
    decision: { route: 'approveException', note: 'Until the freeze ends, not longer.' },
  },
  {
    ...{ day: 4, at: '10:25', problem: 'k8s-run-as-root', by: 'yuki', source: 'support-platform', days: 60 },
    reason: 'The image of the bot still writes below /root.',
    decision: { route: 'rejectException', note: 'A user in the image is a change of two lines.' },
  },
  {
    ...{ day: 5, at: '14:15', problem: 'CVE-2023-43804', by: 'tomas', source: 'fraud-scoring', days: 45 },
    reason: 'The scoring service follows no redirects; mlflow pins this version of urllib3.',
    decision: { route: 'approveException', note: 'Agreed, with the next mlflow.' },
  },
  {
    ...{ day: 13, at: '15:35', problem: 'CVE-2025-53110', by: 'yuki', source: 'support-bot', days: 30 },
    reason: 'The server sees the articles alone; the new version needs the migration of its configuration.',
  },
];

async function ask(demo: DemoTenant, { problem, by, source, reason, days, decision }: Exception): Promise<void> {
  const { exception_id } = await demo.call(by, 'createException', {
    body: { problem_id: problem, source_id: demo.id(source), reason, expires_at: demo.inDays(days) },
  });
  if (decision) await demo.call('maria', decision.route, { params: { exception_id }, body: { note: decision.note } });
}

/** What people decide about findings. */
export const governanceSteps: readonly Step[] = [
  ...triages.map((one): Step => ({ day: one.day, at: one.at, run: (demo) => triage(demo, one) })),
  ...exceptions.map((one): Step => ({ day: one.day, at: one.at, run: (demo) => ask(demo, one) })),
];
