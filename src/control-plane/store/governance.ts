import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';

/** Texts that mean no owner. */
const NOBODY = ['', '-', 'n/a', 'na', 'nobody', 'none', 'null', 'tbd', 'unassigned', 'unknown', 'unowned'];

/** A list cut at a limit, with the total number. */
export interface Cut<T> {
  count: number;
  items: T[];
  truncated: boolean;
}

/** The first items, with the total number. */
export function cut<T>(all: readonly T[], limit: number): Cut<T> {
  return { count: all.length, items: all.slice(0, limit), truncated: all.length > limit };
}

/** Sources, credentials and agents of one tenant without an owner or a check. Lists are ordered by id; sources and credentials are few. */
export class GovernanceRepository {
  constructor(private readonly store: TenantStore) {}

  /** Sources without an owner, or whose owner has left. */
  async unownedSources() {
    const rows = await tenantTable(this.store, 'sources')
      .select(['source_id', 'kind', 'display_name', 'owner'])
      .where('status', '<>', 'retired')
      .orderBy('source_id')
      .execute();
    const gone = await this.gone([...new Set(rows.map(({ owner }) => owner))]);
    return rows.flatMap((row) => {
      if (NOBODY.includes(row.owner.trim().toLowerCase())) return [{ ...row, reason: 'it has no owner' }];
      return gone.has(row.owner) ? [{ ...row, reason: 'its owner has been deactivated' }] : [];
    });
  }

  /** Active references that have expired, or that were never validated since `validatedBefore`. */
  async overdueCredentials({ now, validatedBefore }: { now: string; validatedBefore: string }) {
    const rows = await tenantTable(this.store, 'credentials')
      .select(['credential_ref_id', 'provider', 'display_name', 'owner', 'last_validated_at', 'expires_at', 'created_at'], {
        status: 'active',
      })
      .orderBy('credential_ref_id')
      .execute();
    return rows.flatMap(({ created_at, ...row }) => {
      const { expires_at, last_validated_at } = row;
      if (expires_at !== null && expires_at <= now) return [{ ...row, reason: 'it has expired' }];
      if ((last_validated_at ?? created_at) > validatedBefore) return [];
      return [{ ...row, reason: last_validated_at === null ? 'it was never validated' : 'it has not been validated lately' }];
    });
  }

  /** Agents that their device no longer reports, or that were last seen before a time; the longest unseen first. */
  async staleAgents(seenBefore: string) {
    const rows = await tenantTable(this.store, 'fleet_agents')
      .select(['agent_id', 'name', 'client', 'device', 'owner', 'last_seen', 'stale'])
      .where('lifecycle_state', '<>', 'decommissioned')
      .where(({ eb, or }) => or([eb('stale', '=', true), eb('last_seen', '<', seenBefore)]))
      .orderBy('last_seen')
      .orderBy('agent_id')
      .execute();
    return rows.map(({ stale, ...row }) => ({
      ...row,
      reason: stale ? 'its device no longer reports it' : 'it has not been seen lately',
    }));
  }

  private async gone(user_name: readonly string[]): Promise<ReadonlySet<string>> {
    const users = await tenantTable(this.store, 'scim_users').select(['user_name'], { active: false, user_name }).execute();
    return new Set(users.map((user) => user.user_name));
  }
}
