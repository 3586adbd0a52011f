import { z } from 'zod';
import { flag, id, moment, paged, paging, time } from './fields.js';
import { routeTable } from './route.js';

const count = z.number().int();
const agentId = z.object({ agent_id: id('agt') });

const difference = z.object({
  /** What differs: the agent itself, one of its servers, a tool of a server, or the name of a credential. */
  area: z.enum(['agent', 'server', 'tool', 'credential']),
  kind: z.enum(['added', 'removed', 'changed']),
  server: z.string().nullable(),
  name: z.string(),
  /** The field of what was changed. */
  field: z.string().nullable(),
  before: z.unknown(),
  now: z.unknown(),
});

export type Difference = z.output<typeof difference>;

const comparison = z.object({
  agent_id: z.string(),
  name: z.string(),
  /** What it is compared with; `before` in the differences. */
  other: z.object({
    what: z.enum(['agent', 'time', 'pins']),
    agent_id: z.string(),
    name: z.string(),
    /** When the other state was reported or pinned; null for another agent as it is now. */
    as_of: time.nullable(),
  }),
  differences: z.array(difference),
});

const seen = z.object({
  seen_at: time,
  /** The agent was approved then: what it was like is what it should be like. */
  is_pin: z.boolean(),
  servers: count,
  tools: count,
  credentials: count,
});

/** Routes of what agents are like beside others, before, and when they were approved. */
export const fleetCompareRoutes = routeTable({
  compareAgent: {
    method: 'GET',
    path: '/v1/fleet/{agent_id}/compare',
    summary: 'Compare an agent field by field with another, with itself at a time, or with what was approved (`pins=true`)',
    role: 'viewer',
    scope: 'read',
    params: agentId,
    query: z.object({ with: id('agt').optional(), at: moment.optional(), pins: flag.optional() }),
    response: comparison,
    status: 200,
    errors: [404],
  },
  listAgentHistory: {
    method: 'GET',
    path: '/v1/fleet/{agent_id}/history',
    summary: 'List the times at which an agent changed or was approved, newest first',
    role: 'viewer',
    scope: 'read',
    params: agentId,
    query: z.object(paging),
    response: paged(seen),
    status: 200,
    errors: [404],
  },
});
