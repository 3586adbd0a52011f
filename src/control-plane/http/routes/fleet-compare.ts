import type { fleetCompareRoutes } from '../../../api/fleet-compare.js';
import { BadRequest, NotFound } from '../../failures.js';
import { compareAgents } from '../../ingest/compare-agents.js';
import { documentOf } from '../../ingest/fleet-agent.js';
import { type AgentRow, FleetRepository } from '../../store/fleet.js';
import { FleetHistory } from '../../store/fleet-history.js';
import type { TenantStore } from '../../store/layer/store.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

export const fleetCompareHandlers: Handlers<typeof fleetCompareRoutes> = {
  compareAgent: async ({ store, params, query }) => {
    const row = await requireAgent(store, params.agent_id);
    const { document, ...other } = await otherState(store, row, query);
    const differences = compareAgents(documentOf(document), documentOf(row.document));
    return { body: { agent_id: row.agent_id, name: row.name, other, differences } };
  },
  listAgentHistory: async (call) => {
    const { agent_id } = await requireAgent(call.store, call.params.agent_id);
    const page = pageRequest(call, `fleet-history ${agent_id}`);
    const history = await new FleetHistory(call.store).list(agent_id, page, ({ seen_at, is_pin, document }) => {
      const { servers, credentials } = documentOf(document);
      const tools = servers.reduce((sum, server) => sum + server.tools.length, 0);
      return { seen_at, is_pin, servers: servers.length, tools, credentials: new Set(credentials.map(({ name }) => name)).size };
    });
    return { body: history };
  },
};

interface Asked {
  with?: string | undefined;
  at?: string | undefined;
  pins?: boolean | undefined;
}

async function otherState(store: TenantStore, { agent_id, name }: AgentRow, { with: other, at, pins }: Asked) {
  if ([other, at, pins || undefined].filter((one) => one !== undefined).length !== 1)
    throw new BadRequest('expected one of with, at and pins=true');
  if (other !== undefined) {
    const row = await requireAgent(store, other);
    return { what: 'agent', agent_id: other, name: row.name, as_of: null, document: row.document };
  }
  const history = new FleetHistory(store);
  const found = at === undefined ? await history.lastPin(agent_id) : await history.at(agent_id, at);
  if (!found) throw new NotFound(at === undefined ? 'approved state of this agent' : 'state of this agent at that time');
  return { what: at === undefined ? 'pins' : 'time', agent_id, name, as_of: found.seen_at, document: found.document };
}

/** The tenant's agent with this id. Rejects with NotFound. */
export async function requireAgent(store: TenantStore, agentId: string): Promise<AgentRow> {
  const row = await new FleetRepository(store).find(agentId);
  if (!row) throw new NotFound('agent');
  return row;
}
