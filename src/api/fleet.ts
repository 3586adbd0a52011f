import { z } from 'zod';
import { flag, id, line, moment, paged, paging, time } from './fields.js';
import { fleetAgentDetail, fleetAgentSummary, lifecycleStates, reportedAgent } from './fleet-agent.js';
import { fleetCompareRoutes } from './fleet-compare.js';
import { eachOf, pushErrors, pushed, rejected } from './pushes.js';
import { routeTable } from './route.js';

const agentId = z.object({ agent_id: id('agt') });
const count = z.number().int();

/** Routes of the fleet of agents. */
export const fleetRoutes = routeTable({
  ...fleetCompareRoutes,
  syncFleet: {
    method: 'POST',
    path: '/v1/fleet/sync',
    summary: 'Push the agents of a device; secrets are hidden before anything is stored',
    role: 'analyst',
    scope: 'ingest',
    audit: 'fleet.sync',
    texts: 'pushed',
    body: z.strictObject({
      /**
       * A source of kind `ingest.fleet_sync`. Absent: the credential's source, else the tenant's oldest, else a new
       * one.
       */
      source_id: id('src').optional(),
      device: line(200),
      observed_at: moment,
      agents: eachOf(reportedAgent, 500),
      /** True: agents of this device that are not listed become stale, unless an item was rejected. */
      complete: z.boolean().optional(),
    }),
    response: z.object({ ...pushed, received: count, new: count, updated: count, unchanged: count, stale: count, rejected }),
    status: 200,
    idempotency: 'accepted',
    errors: pushErrors,
  },
  listFleet: {
    method: 'GET',
    path: '/v1/fleet',
    summary: 'List agents, the last seen first',
    role: 'viewer',
    scope: 'read',
    query: z.object({
      ...paging,
      device: line().optional(),
      client: line(100).optional(),
      lifecycle_state: z.enum(lifecycleStates).optional(),
      stale: flag.optional(),
      owned: flag.optional(),
      source_id: id('src').optional(),
      q: line().optional(),
    }),
    response: paged(fleetAgentSummary),
    status: 200,
  },
  fleetStats: {
    method: 'GET',
    path: '/v1/fleet/stats',
    summary: 'Count the fleet',
    role: 'viewer',
    scope: 'read',
    response: z.object({
      total: count,
      stale: count,
      unowned: count,
      devices: count,
      servers: count,
      tools: count,
      credentials: count,
      by_lifecycle_state: z.object(Object.fromEntries(lifecycleStates.map((state) => [state, count]))),
      by_client: z.record(z.string(), count),
      last_seen: time.nullable(),
    }),
    status: 200,
  },
  getAgent: {
    method: 'GET',
    path: '/v1/fleet/{agent_id}',
    summary: 'Load one agent with its servers, tools and credential names',
    role: 'viewer',
    scope: 'read',
    params: agentId,
    /** `drift`: how many fields differ from what was approved; null for an agent that never was. */
    response: fleetAgentDetail.extend({ drift: z.object({ pinned_at: time, differences: count }).nullable() }),
    status: 200,
    errors: [404],
  },
  updateAgent: {
    method: 'PATCH',
    path: '/v1/fleet/{agent_id}',
    summary: 'Change owner or lifecycle state: discovered, pending_review, approved or quarantined, decommissioned',
    role: 'admin',
    scope: 'admin',
    audit: 'agent.update',
    params: agentId,
    body: z.strictObject({
      lifecycle_state: z.enum(lifecycleStates).optional(),
      /** Null: the agent has no owner. */
      owner: line().nullable().optional(),
    }),
    response: fleetAgentDetail,
    status: 200,
    idempotency: 'accepted',
    errors: [404, 409],
  },
});
