import { GraphRepository } from './graph.js';
import { selectMany } from './layer/many-rows.js';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';
import { type Sighting, serversOf } from './sighting.js';

/** Every MCP server that agents of the fleet name, that scans found, or that relays reported. */
export async function sightingsOf(store: TenantStore): Promise<Sighting[]> {
  const agents = await tenantTable(store, 'fleet_agents')
    .select(['agent_id', 'source_id', 'document', 'first_seen', 'last_seen'])
    .execute();
  const nodes = await new GraphRepository(store).ofKind('server');
  const relayed = await relayedServers(store);
  const users = await usersOf(
    store,
    nodes.map(({ node_id }) => node_id),
  );
  return [
    ...agents.flatMap(({ agent_id, source_id, document, first_seen, last_seen }) =>
      serversOf(document).map((server) => ({ server, agents: [agent_id], source: source_id, first_seen, last_seen })),
    ),
    ...nodes.map(({ node_id, label, source_id, properties, first_seen, last_seen }) => ({
      server: { ...JSON.parse(properties), name: label },
      agents: users.get(node_id) ?? [],
      source: source_id,
      first_seen,
      last_seen,
    })),
    ...relayed,
  ];
}

/** Servers that relays reported, with their names and their agents. Relays do not report addresses. */
async function relayedServers(store: TenantStore): Promise<Sighting[]> {
  const rows = await tenantTable(store, 'proxy_sessions')
    .select(['source_id', 'server', 'agent'])
    .select(({ fn }) => [fn.min('first_event_at').as('first_seen'), fn.max('last_event_at').as('last_seen')])
    .where('server', 'is not', null)
    .groupBy(['source_id', 'server', 'agent'])
    .execute();
  return rows.map(({ source_id, server, agent, first_seen, last_seen }) => ({
    server: { name: server },
    agents: agent === null ? [] : [/^agt_/.test(agent) ? agent : `runtime:agent:${agent}`],
    source: source_id,
    first_seen,
    last_seen,
  }));
}

/** Ids of the agents that use each server, by any source. */
async function usersOf(store: TenantStore, servers: readonly string[]): Promise<Map<string, string[]>> {
  const edges = tenantTable(store, 'graph_edges');
  const rows = await selectMany([...new Set(servers)], (to_id) => edges.select(['from_id', 'to_id'], { to_id, kind: 'uses' }).execute());
  const users = new Map<string, string[]>();
  for (const { from_id, to_id } of rows) users.set(to_id, [...(users.get(to_id) ?? []), from_id]);
  return users;
}
