import { lifecycleStates } from '../../../api/fleet-agent.js';
import type { FleetGroup } from '../../store/fleet.js';

type Counted = 'agents' | 'stale' | 'unowned' | 'servers' | 'tools' | 'credentials';

/** Counts of the fleet; every total is the sum over the list. */
export function fleetStats(groups: readonly FleetGroup[], devices: number): object {
  const sum = (what: Counted, of: readonly FleetGroup[] = groups) => of.reduce((total, group) => total + Number(group[what]), 0);
  const clients = [...new Set(groups.map(({ client }) => client))].sort();
  const inState = (state: string) => groups.filter((group) => group.lifecycle_state === state);
  const ofClient = (client: string) => groups.filter((group) => group.client === client);
  return {
    total: sum('agents'),
    stale: sum('stale'),
    unowned: sum('unowned'),
    devices,
    servers: sum('servers'),
    tools: sum('tools'),
    credentials: sum('credentials'),
    by_lifecycle_state: Object.fromEntries(lifecycleStates.map((state) => [state, sum('agents', inState(state))])),
    by_client: Object.fromEntries(clients.map((client) => [client, sum('agents', ofClient(client))])),
    last_seen:
      groups
        .map(({ last_seen }) => last_seen)
        .sort()
        .at(-1) ?? null,
  };
}
