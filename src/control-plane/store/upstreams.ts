import { selectMany } from './many-rows.js';
import { type Sighting, serversOf } from './sighting.js';
import type { TenantStore } from './store.js';

/** Every MCP server that the fleet's agents name and that scans have put into the graph. */
export async function sightingsOf({ db, tenantId }: TenantStore): Promise<Sighting[]> {
  const agents = await db
    .selectFrom('fleet_agents')
    .select(['agent_id', 'source_id', 'document', 'first_seen', 'last_seen'])
    .where('tenant_id', '=', tenantId)
    .execute();
  const nodes = await db
    .selectFrom('graph_nodes')
    .select(['node_id', 'label', 'source_id', 'properties', 'first_seen', 'last_seen'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'server')
    // Asked for by itself, the index by kind leads to the few servers among the many nodes.
    .where('node_id', 'in', (from) =>
      from.selectFrom('graph_nodes').select('node_id').where('tenant_id', '=', tenantId).where('kind', '=', 'server'),
    )
    .execute();
  const users = await usersOf(
    { db, tenantId },
    nodes.map(({ node_id }) => node_id),
  );
  return [
    ...agents.flatMap(({ agent_id, source_id, document, first_seen, last_seen }) =>
      serversOf(JSON.parse(document)).map((server) => ({ server, agents: [agent_id], source: source_id, first_seen, last_seen })),
    ),
    ...nodes.map(({ node_id, label, source_id, properties, first_seen, last_seen }) => ({
      server: { ...JSON.parse(properties), name: label },
      agents: users.get(node_id) ?? [],
      source: source_id,
      first_seen,
      last_seen,
    })),
  ];
}

/** Ids of the agents that use each server, by any source. */
async function usersOf({ db, tenantId }: Pick<TenantStore, 'db' | 'tenantId'>, servers: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await selectMany([...new Set(servers)], (some) =>
    db
      .selectFrom('graph_edges')
      .select(['from_id', 'to_id'])
      .where('tenant_id', '=', tenantId)
      .where('to_id', 'in', some)
      .where('kind', '=', 'uses')
      .execute(),
  );
  const users = new Map<string, string[]>();
  for (const { from_id, to_id } of rows) users.set(to_id, [...(users.get(to_id) ?? []), from_id]);
  return users;
}
