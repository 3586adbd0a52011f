import { type Selectable, sql } from 'kysely';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type AgentRow = Selectable<Tables['fleet_agents']>;

export interface FleetFilter {
  device?: string | undefined;
  client?: string | undefined;
  lifecycle_state?: string | undefined;
  stale?: boolean | undefined;
  owned?: boolean | undefined;
  source_id?: string | undefined;
  /** Part of the name, in any case. */
  q?: string | undefined;
}

/** Agents that are equal in state and client, counted together. */
export interface FleetGroup {
  lifecycle_state: string;
  client: string;
  agents: number;
  stale: number;
  unowned: number;
  servers: number;
  tools: number;
  credentials: number;
  last_seen: string;
}

/** Agents of one tenant. */
export class FleetRepository {
  constructor(private readonly store: TenantStore) {}

  find(agentId: string): Promise<AgentRow | undefined> {
    return this.own().selectAll().where('agent_id', '=', agentId).executeTakeFirst();
  }

  /** The last seen first. */
  async list<T>(filter: FleetFilter, page: PageRequest, item: (row: AgentRow) => T): Promise<Page<T>> {
    let query = this.own().selectAll();
    for (const column of ['device', 'client', 'lifecycle_state', 'source_id'] as const) {
      const wanted = filter[column];
      if (wanted !== undefined) query = query.where(column, '=', wanted);
    }
    const { stale, owned, q } = filter;
    if (stale !== undefined) query = query.where('stale', '=', stale ? 1 : 0);
    if (owned !== undefined) query = query.where('owner', owned ? 'is not' : 'is', null);
    if (q !== undefined) query = query.where(sql`lower(name)`, 'like', sql`${`%${likeText(q.toLowerCase())}%`} escape '!'`);
    const rows = await newestFirst(query, ['last_seen', 'agent_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.last_seen, row.agent_id], item);
  }

  groups(): Promise<FleetGroup[]> {
    return this.own()
      .select(['lifecycle_state', 'client'])
      .select(({ fn }) => [
        fn.countAll<number>().as('agents'),
        fn.sum<number>('stale').as('stale'),
        fn.sum<number>('servers').as('servers'),
        fn.sum<number>('tools').as('tools'),
        fn.sum<number>('credentials').as('credentials'),
        fn.max('last_seen').as('last_seen'),
      ])
      .select(sql<number>`sum(case when owner is null then 1 else 0 end)`.as('unowned'))
      .groupBy(['lifecycle_state', 'client'])
      .orderBy('lifecycle_state')
      .orderBy('client')
      .execute();
  }

  async devices(): Promise<number> {
    const row = await this.own()
      .select(({ fn }) => fn.count<number>('device').distinct().as('devices'))
      .executeTakeFirst();
    return Number(row?.devices ?? 0);
  }

  /** What one source says of one device. */
  ofDevice(sourceId: string, device: string): Promise<AgentRow[]> {
    return this.own().selectAll().where('source_id', '=', sourceId).where('device', '=', device).execute();
  }

  async markStale(ids: readonly string[], now: string): Promise<void> {
    if (ids.length === 0) return;
    const { tenantId, db } = this.store;
    await db
      .updateTable('fleet_agents')
      .set({ stale: 1, updated_at: now })
      .where('tenant_id', '=', tenantId)
      .where('agent_id', 'in', ids)
      .execute();
  }

  /** Changes an agent that is still in the state it was read in; false when somebody was faster. */
  async change(row: AgentRow, change: Pick<AgentRow, 'lifecycle_state' | 'owner' | 'updated_at'>): Promise<boolean> {
    const { tenantId, db } = this.store;
    const done = await db
      .updateTable('fleet_agents')
      .set(change)
      .where('tenant_id', '=', tenantId)
      .where('agent_id', '=', row.agent_id)
      .where('lifecycle_state', '=', row.lifecycle_state)
      .executeTakeFirst();
    return done.numUpdatedRows === 1n;
  }

  private own() {
    const { tenantId, db } = this.store;
    return db.selectFrom('fleet_agents').where('tenant_id', '=', tenantId);
  }
}

/** A text as `like` takes it literally, with `!` before what it would take for a pattern. */
function likeText(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
