import type { RouteKey } from '../calls.js';
import type { Actor, DemoTenant } from '../demo-tenant.js';
import type { Step } from './step.js';

export const TENANT = 'lumenpay';
export const mail = (name: string) => `${name}@lumenpay.example`;

/** The owner of sources and agents: a team of the company. */
export const teams = { payments: 'payments-team', support: 'support-team', security: 'security' } as const;

/** The administrator whom the demo's link signs in. */
export const ADMINISTRATOR = mail('maria.lindqvist');

interface Person {
  actor: Actor;
  name: string;
  role: 'admin' | 'analyst' | 'viewer';
  subject: string;
  /** The only source that the key may push to. */
  source?: string;
}

const people: readonly Person[] = [
  { actor: 'maria', name: 'Maria Lindqvist', role: 'admin', subject: ADMINISTRATOR },
  { actor: 'tomas', name: 'Tomas Okafor', role: 'analyst', subject: mail('tomas.okafor') },
  { actor: 'yuki', name: 'Yuki Tanaka', role: 'analyst', subject: mail('yuki.tanaka') },
  { actor: 'ines', name: 'Ines Moreau, audit', role: 'viewer', subject: mail('ines.moreau') },
  { actor: 'ci', name: 'CI pipelines', role: 'analyst', subject: 'ci-pipelines' },
];

/** Programs whose keys push to one source. */
const programs: readonly Person[] = [
  { actor: 'devices', name: 'Device management', role: 'analyst', subject: 'device-management', source: 'laptops' },
  { actor: 'relay', name: 'Agent relay', role: 'analyst', subject: 'agent-relay', source: 'relay' },
];

const makeKey = async (demo: DemoTenant, maker: Actor, { actor, name, role, subject, source }: Person): Promise<void> => {
  const key = await demo.call(maker, 'createKey' satisfies RouteKey, {
    body: { name, role, subject, expires_in_days: 90, ...(source !== undefined && { source_id: demo.id(source) }) },
  });
  demo.giveKey(actor, key.api_key);
};

export const keySteps: readonly Step[] = [
  {
    day: 0,
    at: '8:05',
    async run(demo) {
      for (const person of people) await makeKey(demo, 'bootstrap', person);
      const trial = await demo.call('maria', 'createKey', {
        body: { name: 'Trial of the API', role: 'viewer', subject: mail('tomas.okafor'), expires_in_days: 7 },
      });
      demo.remember('trial key', trial.key_id);
    },
  },
  {
    day: 0,
    at: '8:50',
    async run(demo) {
      for (const program of programs) await makeKey(demo, 'maria', program);
    },
  },
  { day: 3, at: '9:20', run: (demo) => demo.call('maria', 'revokeKey', { params: { key_id: demo.id('trial key') } }) },
];
