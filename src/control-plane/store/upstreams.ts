import { type Sighting, serversOf } from '../gateway/upstreams.js';
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
    .select(['label', 'source_id', 'properties', 'first_seen', 'last_seen'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'server')
    // Asked for by itself, the index by kind leads to the few servers among the many nodes.
    .where('node_id', 'in', (from) =>
      from.selectFrom('graph_nodes').select('node_id').where('tenant_id', '=', tenantId).where('kind', '=', 'server'),
    )
    .execute();
  return [
    ...agents.flatMap(({ agent_id, source_id, document, first_seen, last_seen }) =>
      serversOf(JSON.parse(document)).map((server) => ({ server, agent: agent_id, source: source_id, first_seen, last_seen })),
    ),
    ...nodes.map(({ label, source_id, properties, first_seen, last_seen }) => ({
      server: { ...JSON.parse(properties), name: label },
      source: source_id,
      first_seen,
      last_seen,
    })),
  ];
}
