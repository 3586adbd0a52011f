import type { governanceRoutes } from '../../../api/governance.js';
import { governs } from '../../../policy/gateway/decide.js';
import { DAY_MS } from '../../../support/durations.js';
import { policySet } from '../../gateway/policy-set.js';
import { joinUpstreams } from '../../gateway/upstreams.js';
import { timeOf, timesOf } from '../../ground/ground.js';
import { ExceptionRepository } from '../../store/exceptions.js';
import { cut, GovernanceRepository } from '../../store/governance.js';
import type { TenantStore } from '../../store/layer/store.js';
import { sightingsOf } from '../../store/upstreams.js';
import type { Handlers } from '../call.js';
import type { ControlPlane } from '../plane.js';

export const governanceHandlers: Handlers<typeof governanceRoutes> = {
  getGovernance: async ({ store, plane, query }) => {
    const { limit, credential_days, agent_days, exception_days } = query;
    const repository = new GovernanceRepository(store);
    const ago = (days: number) => timeOf(plane, -days * DAY_MS);
    const lists = {
      unowned_sources: cut(await repository.unownedSources(), limit),
      overdue_credentials: cut(await repository.overdueCredentials({ now: timeOf(plane), validatedBefore: ago(credential_days) }), limit),
      stale_agents: cut(await repository.staleAgents(ago(agent_days)), limit),
      ungoverned_servers: cut(await ungoverned(plane, store), limit),
      expiring_exceptions: cut(await expiring(plane, store, exception_days), limit),
    };
    return { body: { total: Object.values(lists).reduce((sum, { count }) => sum + count, 0), ...lists } };
  },
};

/** Servers that are configured somewhere and that no gateway policy in force covers. */
async function ungoverned(plane: ControlPlane, store: TenantStore) {
  const { compiled: policies } = await policySet(plane, store);
  return joinUpstreams(await sightingsOf(store))
    .filter(({ name }) => !governs(policies, name))
    .map(({ first_seen, ...server }) => server);
}

async function expiring(plane: ControlPlane, store: TenantStore, days: number) {
  const rows = await new ExceptionRepository(store).ending(...timesOf(plane, 0, days * DAY_MS));
  return rows.map(({ exception_id, problem_id, requested_by, decided_by, expires_at }) => ({
    exception_id,
    problem_id,
    requested_by,
    decided_by,
    expires_at,
    days_left: Math.floor((Date.parse(expires_at) - plane.clock()) / DAY_MS),
  }));
}
