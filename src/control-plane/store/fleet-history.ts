import type { JsonObject } from '../../support/json.js';
import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { JsonText } from './layer/parameters.js';
import type { TenantStore } from './layer/store.js';
import { Table } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type FleetHistoryRow = Tables['fleet_history'];

/** What agents were like from a time on. */
export class FleetHistory extends Table<'fleet_history'> {
  constructor(store: TenantStore) {
    super(store, 'fleet_history');
  }

  /** Keeps what agents are like from `seen_at` on. */
  async keep(seen_at: string, agents: readonly { agent_id: string; document: JsonText }[]): Promise<void> {
    await this.createMany(
      agents.map(({ agent_id, document }) => ({ agent_id, seen_at, is_pin: false, document })),
      ['document'],
    );
  }

  /** Keeps what an agent is like as what it should be like. */
  async pin(agent_id: string, seen_at: string, document: JsonObject): Promise<void> {
    await this.put({ agent_id, seen_at, is_pin: true, document });
  }

  /** What an agent was like at a time; undefined when that is not known. */
  at(agent_id: string, time: string): Promise<FleetHistoryRow | undefined> {
    return this.rows({ agent_id }).where('seen_at', '<=', time).orderBy('seen_at', 'desc').limit(1).executeTakeFirst();
  }

  /** What it was like when it was last approved. */
  lastPin(agent_id: string): Promise<FleetHistoryRow | undefined> {
    return this.rows({ agent_id, is_pin: true }).orderBy('seen_at', 'desc').limit(1).executeTakeFirst();
  }

  /** Newest first. */
  list<T>(agent_id: string, page: PageRequest, item: (row: FleetHistoryRow) => T): Promise<Page<T>> {
    return newestPage(this.rows({ agent_id }), ['seen_at', 'agent_id'], page, item);
  }
}
