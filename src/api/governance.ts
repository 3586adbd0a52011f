import { z } from 'zod';
import { time } from './fields.js';
import { routeTable } from './route.js';

const list = <T extends z.ZodType>(item: T) => z.object({ count: z.number().int(), items: z.array(item), truncated: z.boolean() });

const report = z.object({
  total: z.number().int(),
  unowned_sources: list(
    z.object({ source_id: z.string(), kind: z.string(), display_name: z.string(), owner: z.string(), reason: z.string() }),
  ),
  overdue_credentials: list(
    z.object({
      credential_ref_id: z.string(),
      provider: z.string(),
      display_name: z.string().nullable(),
      owner: z.string(),
      last_validated_at: time.nullable(),
      expires_at: time.nullable(),
      reason: z.string(),
    }),
  ),
  stale_agents: list(
    z.object({
      agent_id: z.string(),
      name: z.string(),
      client: z.string(),
      device: z.string(),
      owner: z.string().nullable(),
      last_seen: time,
      reason: z.string(),
    }),
  ),
  ungoverned_servers: list(
    z.object({
      name: z.string(),
      transport: z.string().nullable(),
      url: z.string().nullable(),
      command: z.string().nullable(),
      agents: z.array(z.string()),
      sources: z.array(z.string()),
      last_seen: time,
    }),
  ),
  expiring_exceptions: list(
    z.object({
      exception_id: z.string(),
      problem_id: z.string(),
      requested_by: z.string(),
      decided_by: z.string().nullable(),
      expires_at: time,
      days_left: z.number().int(),
    }),
  ),
});

const days = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);

/** Routes of governance. */
export const governanceRoutes = routeTable({
  getGovernance: {
    method: 'GET',
    path: '/v1/governance',
    summary: 'List what nobody looks after: unowned sources, overdue credentials, stale agents, ungoverned servers, expiring exceptions',
    role: 'viewer',
    scope: 'read',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Days after which a credential has to be validated again. */
      credential_days: days(365, 90),
      /** Days without a report after which an agent counts as stale. */
      agent_days: days(365, 30),
      /** How many days ahead to look for exceptions that end. */
      exception_days: days(365, 30),
    }),
    response: report,
    status: 200,
  },
});
