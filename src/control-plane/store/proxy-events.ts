import { sql } from 'kysely';
import { selectMany } from './layer/many-rows.js';
import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { type Table, tenantTable } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';

export type ProxyEventRow = Tables['runtime_events'];
export type ProxySessionRow = Tables['proxy_sessions'];
export type HeartbeatRow = Tables['proxy_heartbeats'];

/** The filter of a list of events. */
export interface ProxyEventFilter {
  severity?: string | undefined;
  decision?: string | undefined;
  agent?: string | undefined;
  server?: string | undefined;
  tool?: string | undefined;
  rule_id?: string | undefined;
  session_id?: string | undefined;
  source_id?: string | undefined;
  /** Times of receipt, RFC 3339: from the first (inclusive) to the second (exclusive). */
  since?: string | undefined;
  until?: string | undefined;
}

/** Numbers of sessions and events of one source. */
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

/** Events of one tenant's proxies. */
export class ProxyEventRepository {
  private readonly events: Table<'runtime_events'>;
  private readonly sessions: Table<'proxy_sessions'>;

  constructor(private readonly store: TenantStore) {
    this.events = tenantTable(store, 'runtime_events');
    this.sessions = tenantTable(store, 'proxy_sessions');
  }

  /** The ids that are stored already. */
  async known(ids: readonly string[]): Promise<Set<string>> {
    const rows = await selectMany(ids, (event_id) => this.events.select(['event_id'], { event_id }).execute());
    return new Set(rows.map(({ event_id }) => event_id));
  }

  async add(drafts: readonly Draft<'runtime_events'>[]): Promise<void> {
    await this.events.createMany(drafts, []);
  }

  /** Adds the counts to those of the session; returns true if the session is new. */
  async addToSession(draft: Draft<'proxy_sessions'>): Promise<boolean> {
    const { source_id, session_id } = draft;
    if (await this.sessions.createNew(draft)) return true;
    await this.sessions
      .updating({ source_id, session_id })
      .set(({ eb, ref }) => ({
        agent: draft.agent ?? ref('agent'),
        server: draft.server ?? ref('server'),
        events: eb('events', '+', draft.events),
        blocked: eb('blocked', '+', draft.blocked),
        alerts: eb('alerts', '+', draft.alerts),
        last_event_at: eb.case().when('last_event_at', '<', draft.last_event_at).then(draft.last_event_at).else(ref('last_event_at')).end(),
      }))
      .execute();
    return false;
  }

  /** Stores the newest heartbeat of a session in place of the one before. */
  keepHeartbeat(draft: Draft<'proxy_heartbeats'>): Promise<void> {
    return tenantTable(this.store, 'proxy_heartbeats').put(draft);
  }

  /** The sessions with the newest heartbeats. */
  async recentSessions(): Promise<{ session: ProxySessionRow; heartbeat: HeartbeatRow | undefined }[]> {
    const sessions = await this.sessions.rows().orderBy('last_event_at', 'desc').orderBy('session_id').limit(RECENT).execute();
    const session_id = sessions.map((session) => session.session_id);
    const heartbeats = await tenantTable(this.store, 'proxy_heartbeats').rows({ session_id }).execute();
    const keyOf = (row: { source_id: string; session_id: string }) => `${row.source_id} ${row.session_id}`;
    const known = new Map(heartbeats.map((row) => [keyOf(row), row]));
    return sessions.map((session) => ({ session, heartbeat: known.get(keyOf(session)) }));
  }

  /** All runtime sources, also those without events; `active` counts the sessions with events since `activeSince`. */
  async totals(activeSince: string): Promise<ProxyTotals[]> {
    const sources = await tenantTable(this.store, 'sources')
      .select(['source_id', 'display_name'], { kind: ['runtime.proxy', 'runtime.gateway'] })
      .orderBy('created_at')
      .execute();
    const counted = await this.sessions
      .select(['source_id'])
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

  /** Newest first. `alert`: only calls that were not simply allowed. */
  list<T>(filter: ProxyEventFilter & { alert?: true }, page: PageRequest, item: (row: ProxyEventRow) => T): Promise<Page<T>> {
    let query = this.events.rows(matchOf(filter));
    if (filter.since !== undefined) query = query.where('received_at', '>=', filter.since);
    if (filter.until !== undefined) query = query.where('received_at', '<', filter.until);
    return newestPage(query, ['received_at', 'event_id'], page, item);
  }
}

/** The columns of the filter; other members of a query are ignored. */
export function matchOf({
  alert,
  severity,
  decision,
  agent,
  server,
  tool,
  rule_id,
  session_id,
  source_id,
}: ProxyEventFilter & { alert?: true }) {
  return { origin: 'proxy', alert, severity, decision, agent, server, tool, rule_id, session_id, source_id };
}

type Counted = Omit<ProxyTotals, 'source_id' | 'display_name'>;

/** Drivers may return a sum as text, and null for no rows. */
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
