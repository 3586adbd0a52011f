import type { fleetRoutes } from '../../../api/fleet.js';
import { compareAgents } from '../../ingest/compare-agents.js';
import { documentOf } from '../../ingest/fleet-agent.js';
import { changeAgent } from '../../ingest/fleet-lifecycle.js';
import { type AgentRow, FleetRepository } from '../../store/fleet.js';
import { FleetHistory } from '../../store/fleet-history.js';
import type { TenantStore } from '../../store/layer/store.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';
import { fleetCompareHandlers, requireAgent } from './fleet-compare.js';
import { fleetStats } from './fleet-stats.js';
import { syncFleetHandler } from './fleet-sync.js';

export const fleetHandlers: Handlers<typeof fleetRoutes> = {
  ...fleetCompareHandlers,
  syncFleet: syncFleetHandler,
  listFleet: async (call) => {
    const { store, query } = call;
    return { body: await new FleetRepository(store).list(query, pageRequest(call, 'fleet'), shown) };
  },
  fleetStats: async ({ store }) => {
    const fleet = new FleetRepository(store);
    return { body: fleetStats(await fleet.groups(), await fleet.devices()) };
  },
  getAgent: async ({ store, params }) => {
    const row = await requireAgent(store, params.agent_id);
    return { body: { ...whole(row), drift: await driftOf(store, row) } };
  },
  updateAgent: async ({ store, params, body, plane }) => {
    const before = await requireAgent(store, params.agent_id);
    const after = await changeAgent(store, before, body, plane);
    const details = { from: before.lifecycle_state, to: after.lifecycle_state, owner_changed: before.owner !== after.owner };
    return { body: whole(after), audit: { target_id: after.agent_id, details } };
  },
};

/** How many fields differ from what was approved; null for an agent that never was. */
async function driftOf(store: TenantStore, { agent_id, document }: AgentRow) {
  const pin = await new FleetHistory(store).lastPin(agent_id);
  return pin ? { pinned_at: pin.seen_at, differences: compareAgents(documentOf(pin.document), documentOf(document)).length } : null;
}

function shown({ document, document_hash, ...row }: AgentRow) {
  return row;
}

function whole(row: AgentRow) {
  return { ...shown(row), inventory: row.document };
}
