import { Conflict } from '../failures.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { changedMeanwhile } from '../store/audit-search.js';
import { type AgentRow, FleetRepository } from '../store/fleet.js';
import { FleetHistory } from '../store/fleet-history.js';
import type { TenantStore } from '../store/layer/store.js';

/**
 * Allowed transitions from each state. An agent may be quarantined before anybody has reviewed it; a decommissioned one
 * stays so.
 */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  discovered: ['pending_review', 'quarantined', 'decommissioned'],
  pending_review: ['approved', 'quarantined', 'decommissioned'],
  approved: ['pending_review', 'quarantined', 'decommissioned'],
  quarantined: ['pending_review', 'approved', 'decommissioned'],
  decommissioned: [],
};

export interface AgentChange {
  lifecycle_state?: string | undefined;
  owner?: string | null | undefined;
}

/** Throws Conflict for a transition that is not allowed, and when somebody else has changed the state meanwhile. */
export async function changeAgent(
  store: TenantStore,
  before: AgentRow,
  { lifecycle_state = before.lifecycle_state, owner = before.owner }: AgentChange,
  ground: Pick<Ground, 'clock'>,
): Promise<AgentRow> {
  const from = before.lifecycle_state;
  if (lifecycle_state !== from && !NEXT[from]?.includes(lifecycle_state))
    throw new Conflict(`an agent that is ${from} cannot become ${lifecycle_state}`);
  const change = { lifecycle_state, owner, updated_at: timeOf(ground) };
  if (!(await new FleetRepository(store).change(before, change)))
    throw await changedMeanwhile(store, 'the agent', { action: 'agent.update', target_id: before.agent_id });
  // What is approved is what the agent should stay like.
  if (lifecycle_state === 'approved' && from !== 'approved')
    await new FleetHistory(store).pin(before.agent_id, change.updated_at, before.document);
  return { ...before, ...change };
}
