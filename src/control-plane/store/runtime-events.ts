import { type Selectable, sql } from 'kysely';
import { insertMany, selectMany } from './many-rows.js';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type RuntimeEventRow = Selectable<Tables['runtime_events']>;
export type SessionRow = Selectable<Tables['proxy_sessions']>;

export interface AlertFilter {
  severity?: string | undefined;
  decision?: string | undefined;
  agent?: string | undefined;
  server?: string | undefined;
  tool?: string | undefined;
  source_id?: string | undefined;
}

/** Sessions of one source, counted. */
export interface ProxyTotals {
  source_id: string;
  display_name: string | null;
  sessions: number;
  active_sessions: number;
  events: number;
  blocked: number;
  alerts: number;
  last_event_at: string | null;
}

const RECENT = 50;

/** What proxies of one tenant saw. */
export class ProxyEventRepository {
  constructor(private readonly store: TenantStore) {}

  /** Ids among these that are there already. */
  async known(ids: readonly string[]): Promise<Set<string>> {
    const { tenantId, db } = this.store;
    const rows = await selectMany(ids, (some) =>
      db.selectFrom('runtime_events').select('event_id').where('tenant_id', '=', tenantId).where('event_id', 'in', some).execute(),
    );
    return new Set(rows.map(({ event_id }) => event_id));
  }

  async add(rows: readonly Omit<RuntimeEventRow, 'tenant_id'>[]): Promise<void> {
    await insertMany(this.store, 'runtime_events', rows, { key: ['event_id'], update: [] });
  }

  /** Adds the counts to what is known of the session. */
  async addToSession(row: Omit<SessionRow, 'tenant_id'>): Promise<void> {
    const { tenantId, db } = this.store;
    await db
      .insertInto('proxy_sessions')
      .values({ tenant_id: tenantId, ...row })
      .onConflict((clash) =>
        clash.columns(['tenant_id', 'source_id', 'session_id']).doUpdateSet(({ eb, ref }) => ({
          agent: row.agent ?? ref('proxy_sessions.agent'),
          server: row.server ?? ref('proxy_sessions.server'),
          events: eb('proxy_sessions.events', '+', row.events),
          blocked: eb('proxy_sessions.blocked', '+', row.blocked),
          alerts: eb('proxy_sessions.alerts', '+', row.alerts),
          last_event_at: eb
            .case()
            .when('proxy_sessions.last_event_at', '<', row.last_event_at)
            .then(row.last_event_at)
            .else(ref('proxy_sessions.last_event_at'))
            .end(),
        })),
      )
      .execute();
  }

  recentSessions(): Promise<SessionRow[]> {
    return this.sessions().selectAll().orderBy('last_event_at', 'desc').orderBy('session_id').limit(RECENT).execute();
  }

  /** Every runtime source, also one that was never heard of; `active` are the sessions with events since `activeSince`. */
  async totals(activeSince: string): Promise<ProxyTotals[]> {
    const { tenantId, db } = this.store;
    const sources = await db
      .selectFrom('sources')
      .select(['source_id', 'display_name'])
      .where('tenant_id', '=', tenantId)
      .where('kind', 'in', ['runtime.proxy', 'runtime.gateway'])
      .orderBy('created_at')
      .execute();
    const counted = await this.sessions()
      .select('source_id')
      .select(({ fn }) => [
        fn.countAll<number>().as('sessions'),
        fn.sum<number>('events').as('events'),
        fn.sum<number>('blocked').as('blocked'),
        fn.sum<number>('alerts').as('alerts'),
        fn.max('last_event_at').as('last_event_at'),
      ])
      .select(sql<number>`sum(case when last_event_at >= ${activeSince} then 1 else 0 end)`.as('active_sessions'))
      .groupBy('source_id')
      .execute();
    const bySource = new Map(counted.map((row) => [row.source_id, row]));
    return sources.map((source) => ({ ...source, ...numbers(bySource.get(source.source_id)) }));
  }

  /** What was not simply allowed, newest first. */
  async alerts<T>(filter: AlertFilter, page: PageRequest, item: (row: RuntimeEventRow) => T): Promise<Page<T>> {
    const { tenantId, db } = this.store;
    let query = db
      .selectFrom('runtime_events')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('origin', '=', 'proxy')
      .where('alert', '=', 1);
    for (const column of ['severity', 'decision', 'agent', 'server', 'tool', 'source_id'] as const) {
      const wanted = filter[column];
      if (wanted !== undefined) query = query.where(column, '=', wanted);
    }
    const rows = await newestFirst(query, ['received_at', 'event_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.received_at, row.event_id], item);
  }

  private sessions() {
    const { tenantId, db } = this.store;
    return db.selectFrom('proxy_sessions').where('tenant_id', '=', tenantId);
  }
}

type Counted = Omit<ProxyTotals, 'source_id' | 'display_name'>;

/** Sums may come as text or, over nothing, not at all. */
function numbers(row: Counted | undefined): Counted {
  return {
    sessions: Number(row?.sessions ?? 0),
    active_sessions: Number(row?.active_sessions ?? 0),
    events: Number(row?.events ?? 0),
    blocked: Number(row?.blocked ?? 0),
    alerts: Number(row?.alerts ?? 0),
    last_event_at: row?.last_event_at ?? null,
  };
}
