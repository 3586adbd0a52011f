import { sql } from 'kysely';
import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { Table } from './layer/table.js';
import type { Tables } from './layer/tables.js';
import { likeText } from './like-text.js';

export type AgentRow = Tables['fleet_agents'];

export interface FleetFilter {
  device?: string | undefined;
  client?: string | undefined;
  lifecycle_state?: string | undefined;
  stale?: boolean | undefined;
  owned?: boolean | undefined;
  source_id?: string | undefined;
  /** Part of the name, ignoring case. */
  q?: string | undefined;
}

/** Agents with the same state and client, counted. */
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
export class FleetRepository extends Table<'fleet_agents'> {
  constructor(store: TenantStore) {
    super(store, 'fleet_agents');
  }

  /** The most recently seen first. */
  list<T>(filter: FleetFilter, page: PageRequest, item: (row: AgentRow) => T): Promise<Page<T>> {
    const { device, client, lifecycle_state, source_id, stale, owned, q } = filter;
    let query = this.rows({ device, client, lifecycle_state, source_id, stale });
    if (owned !== undefined) query = query.where('owner', owned ? 'is not' : 'is', null);
    if (q !== undefined) query = query.where(sql`lower(name)`, 'like', sql`${`%${likeText(q.toLowerCase())}%`} escape '!'`);
    return newestPage(query, ['last_seen', 'agent_id'], page, item);
  }

  /** Agents that were seen since a time (RFC 3339), and the others that their devices still list. */
  async seenSince(since: string): Promise<{ seen: number; silent: number }> {
    const row = await this.select([], { stale: false })
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .select(sql<number>`sum(case when last_seen >= ${since} then 1 else 0 end)`.as('seen'))
      .executeTakeFirst();
    const seen = Number(row?.seen ?? 0);
    return { seen, silent: Number(row?.all ?? 0) - seen };
  }

  async groups(): Promise<FleetGroup[]> {
    const rows = await this.select(['lifecycle_state', 'client'])
      .select(({ fn }) => [
        fn.countAll<number>().as('agents'),
        fn.sum<number>('stale').as('gone'),
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
    return rows.map(({ gone, ...row }) => ({ ...row, stale: gone }));
  }

  async devices(): Promise<number> {
    const row = await this.select()
      .select(({ fn }) => fn.count<number>('device').distinct().as('devices'))
      .executeTakeFirst();
    return Number(row?.devices ?? 0);
  }

  /** What one source states about one device. */
  ofDevice(source_id: string, device: string): Promise<AgentRow[]> {
    return this.rows({ source_id, device }).execute();
  }

  async markStale(agent_id: readonly string[], now: string): Promise<void> {
    if (agent_id.length > 0) await this.updateWhere({ agent_id }, { stale: true, updated_at: now });
  }

  /** Changes an agent if it still has the state that was read; false when somebody else has changed it. */
  async change(
    { agent_id, lifecycle_state }: AgentRow,
    change: Pick<AgentRow, 'lifecycle_state' | 'owner' | 'updated_at'>,
  ): Promise<boolean> {
    return (await this.updateWhere({ agent_id, lifecycle_state }, change)) === 1;
  }
}
