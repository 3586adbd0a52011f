import { type Selectable, sql } from 'kysely';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type RuntimeEventRow = Selectable<Tables['runtime_events']>;

export interface GatewayEventFilter {
  decision?: string | undefined;
  policy_id?: string | undefined;
  agent?: string | undefined;
  tool?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** One line of the statistics: of decisions, or of a tool (then only `tool` says something). */
export interface GatewayCount {
  decision: string;
  mode: string | null;
  policy_id: string | null;
  rule_id: string | null;
  tool: string | null;
  count: number;
}

const TOOLS_SHOWN = 20;

/** Decisions of the gateway in one tenant. */
export class GatewayEventRepository {
  constructor(private readonly store: TenantStore) {}

  async add(row: RuntimeEventRow): Promise<void> {
    await this.store.db.insertInto('runtime_events').values(row).execute();
  }

  /** Newest first. */
  async list<T>(filter: GatewayEventFilter, page: PageRequest, item: (row: RuntimeEventRow) => T): Promise<Page<T>> {
    const { since, until } = filter;
    let query = this.own().selectAll();
    for (const column of ['decision', 'policy_id', 'agent', 'tool'] as const) {
      const wanted = filter[column];
      if (wanted !== undefined) query = query.where(column, '=', wanted);
    }
    if (since !== undefined) query = query.where('received_at', '>=', since);
    if (until !== undefined) query = query.where('received_at', '<', until);
    const rows = await newestFirst(query, ['received_at', 'event_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.received_at, row.event_id], item);
  }

  /** What was decided for a source after an event and before a time, in order. */
  ofHour(sourceId: string, [receivedAt, eventId]: [string, string], to: string, limit: number): Promise<RuntimeEventRow[]> {
    return this.own()
      .selectAll()
      .where('source_id', '=', sourceId)
      .where('received_at', '<', to)
      .where(({ or, and, eb }) =>
        or([eb('received_at', '>', receivedAt), and([eb('received_at', '=', receivedAt), eb('event_id', '>', eventId)])]),
      )
      .orderBy('received_at')
      .orderBy('event_id')
      .limit(limit)
      .execute();
  }

  /** Jobs of hours between two times whose decisions are not all kept as evidence. */
  async openHours(since: string, until: string): Promise<string[]> {
    const { tenantId, db } = this.store;
    const rows = await db
      .selectFrom('jobs')
      .innerJoin('sources', (join) =>
        join.onRef('sources.tenant_id', '=', 'jobs.tenant_id').onRef('sources.source_id', '=', 'jobs.source_id'),
      )
      .select(['jobs.job_id'])
      .where('jobs.tenant_id', '=', tenantId)
      .where('sources.kind', 'in', ['runtime.gateway', 'runtime.proxy'])
      .where('jobs.created_at', '>=', since)
      .where('jobs.created_at', '<', until)
      .where('jobs.deleted_at', 'is', null)
      .where(({ or, eb }) => or([eb('jobs.result_summary', 'is', null), eb('jobs.result_summary', 'not like', '%"log":"whole"%')]))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('runtime_events')
            .select('runtime_events.event_id')
            .where('runtime_events.tenant_id', '=', tenantId)
            .whereRef('runtime_events.source_id', '=', 'jobs.source_id')
            .where('runtime_events.origin', '=', 'gateway')
            .whereRef('runtime_events.received_at', '>=', 'jobs.created_at'),
        ),
      )
      .orderBy('jobs.created_at')
      .execute();
    return rows.map(({ job_id }) => job_id);
  }

  /** Counts since a time, in one statement, so that all of them speak of the same events. */
  counts(since: string): Promise<GatewayCount[]> {
    const { db } = this.store;
    const none = sql<string | null>`cast(null as text)`;
    const tools = this.own()
      .select([sql<string>`''`.as('decision'), none.as('mode'), none.as('policy_id'), none.as('rule_id'), 'tool'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('received_at', '>=', since)
      .groupBy('tool')
      .orderBy('count', 'desc')
      .orderBy('tool')
      .limit(TOOLS_SHOWN);
    return this.own()
      .select(['decision', 'mode', 'policy_id', 'rule_id', none.as('tool')])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('received_at', '>=', since)
      .groupBy(['decision', 'mode', 'policy_id', 'rule_id'])
      .unionAll(db.selectFrom(tools.as('tools')).selectAll())
      .execute();
  }

  private own() {
    const { tenantId, db } = this.store;
    return db.selectFrom('runtime_events').where('tenant_id', '=', tenantId).where('origin', '=', 'gateway');
  }
}
