import type { fleetRoutes } from '../../../api/fleet.js';
import { NotFound } from '../../failures.js';
import { changeAgent } from '../../ingest/fleet-lifecycle.js';
import { type AgentRow, FleetRepository } from '../../store/fleet.js';
import type { TenantStore } from '../../store/layer/store.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';
import { fleetStats } from './fleet-stats.js';
import { syncFleetHandler } from './fleet-sync.js';

export const fleetHandlers: Handlers<typeof fleetRoutes> = {
  syncFleet: syncFleetHandler,
  listFleet: async (call) => {
    const { store, query } = call;
    return { body: await new FleetRepository(store).list(query, pageRequest(call, 'fleet'), shown) };
  },
  fleetStats: async ({ store }) => {
    const fleet = new FleetRepository(store);
    return { body: fleetStats(await fleet.groups(), await fleet.devices()) };
  },
  getAgent: async ({ store, params }) => ({ body: whole(await requireAgent(store, params.agent_id)) }),
  updateAgent: async ({ store, params, body, plane }) => {
    const before = await requireAgent(store, params.agent_id);
    const after = await changeAgent(store, before, body, plane);
    const details = { from: before.lifecycle_state, to: after.lifecycle_state, owner_changed: before.owner !== after.owner };
    return { body: whole(after), audit: { target_id: after.agent_id, details } };
  },
};

async function requireAgent(store: TenantStore, agentId: string): Promise<AgentRow> {
  const row = await new FleetRepository(store).find(agentId);
  if (!row) throw new NotFound('agent');
  return row;
}

function shown({ document, document_hash, ...row }: AgentRow) {
  return row;
}

function whole(row: AgentRow) {
  return { ...shown(row), inventory: row.document };
}
