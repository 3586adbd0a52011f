import { z } from 'zod';
import { id, time } from './fields.js';
import { effect, gatewayPolicyDraft } from './gateway-policy.js';
import { routeTable } from './route.js';

const count = z.number().int();

export const dryRunDraft = gatewayPolicyDraft.extend({
  /** The policy that the draft would replace. Absent: it would be a new one. */
  policy_id: id('pol').optional(),
  hours: count.min(1).max(168).default(24),
  /** How many calls to name. */
  examples: count.min(0).max(50).default(10),
});

const example = z.object({
  event_id: z.string(),
  origin: z.enum(['gateway', 'proxy']),
  occurred_at: time,
  agent: z.string().nullable(),
  server: z.string().nullable(),
  tool: z.string().nullable(),
  from: effect,
  to: effect,
  policy_id: z.string().nullable(),
  rule_id: z.string().nullable(),
  reason: z.string(),
});

const dryRun = z.object({
  since: time,
  until: time,
  /** Recorded calls that were looked at; the newest ones when there were more. */
  calls: count,
  truncated: z.boolean(),
  unchanged: count,
  changed: z.array(z.object({ from: effect, to: effect, count })),
  changed_total: count,
  /** Calls whose decision depends on what is not kept of them. */
  undecidable: z.object({
    total: count,
    /** Rules of the draft that it depends on, and what they look at. */
    rules: z.array(z.object({ rule_id: z.string(), needs: z.array(z.enum(['arguments', 'session', 'rate'])), count })),
  }),
  examples: z.array(example),
  /** What the result cannot say, in sentences. */
  limits: z.array(z.string()),
});

/** Route of trying a policy out. */
export const gatewayDryRunRoutes = routeTable({
  dryRunGatewayPolicy: {
    method: 'POST',
    path: '/v1/gateway/policies/dry-run',
    summary: 'Say what a policy would have decided otherwise among the recorded calls of the last hours; nothing is stored',
    role: 'analyst',
    scope: 'read',
    texts: ['rules.id', 'rules.when'],
    body: dryRunDraft,
    response: dryRun,
    status: 200,
    errors: [404],
  },
});
