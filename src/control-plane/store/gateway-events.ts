import { sql } from 'kysely';
import { own } from './layer/dialects.js';
import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { type Table, tenantTable } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';

export type GatewayEventRow = Tables['runtime_events'];

export interface GatewayEventFilter {
  decision?: string | undefined;
  policy_id?: string | undefined;
  agent?: string | undefined;
  tool?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** One line of the statistics: of decisions, or of a tool (then only `tool` is set). */
export interface GatewayCount {
  decision: string;
  mode: string | null;
  policy_id: string | null;
  rule_id: string | null;
  tool: string | null;
  count: number;
}

const RECORDED = ['event_id', 'origin', 'source_id', 'agent', 'server', 'tool', 'decision', 'occurred_at'] as const;
/** What is known of a call of a tool that the gateway or a proxy decided. */
export type RecordedCall = Pick<GatewayEventRow, (typeof RECORDED)[number]>;

const TOOLS_SHOWN = 20;
const origin = 'gateway';

/** Decisions of the gateway in one tenant. */
export class GatewayEventRepository {
  private readonly events: Table<'runtime_events'>;

  constructor(private readonly store: TenantStore) {
    this.events = tenantTable(store, 'runtime_events');
  }

  async add(draft: Omit<Draft<'runtime_events'>, 'origin'>): Promise<void> {
    await this.events.create({ ...draft, origin });
  }

  /** Newest first. */
  list<T>(filter: GatewayEventFilter, page: PageRequest, item: (row: GatewayEventRow) => T): Promise<Page<T>> {
    const { decision, policy_id, agent, tool, since, until } = filter;
    let query = this.events.rows({ origin, decision, policy_id, agent, tool });
    if (since !== undefined) query = query.where('received_at', '>=', since);
    if (until !== undefined) query = query.where('received_at', '<', until);
    return newestPage(query, ['received_at', 'event_id'], page, item);
  }

  /** Calls of tools that were received since a time, of the gateway and of proxies, the newest first. */
  async decidedSince(since: string, most: number): Promise<RecordedCall[]> {
    const of = (kind: string) =>
      this.events
        .select([...RECORDED, 'received_at'], { origin: kind })
        .where('received_at', '>=', since)
        .where('tool', 'is not', null)
        .orderBy('received_at', 'desc')
        .limit(most)
        .execute();
    const all = [...(await of(origin)), ...(await of('proxy'))];
    return all.sort((a, b) => (a.received_at < b.received_at ? 1 : -1)).slice(0, most);
  }

  /** The decisions of a source after an event and before a time, in order. */
  ofHour(source_id: string, [receivedAt, eventId]: [string, string], to: string, limit: number): Promise<GatewayEventRow[]> {
    return this.events
      .rows({ origin, source_id })
      .where('received_at', '<', to)
      .where(({ or, and, eb }) =>
        or([eb('received_at', '>', receivedAt), and([eb('received_at', '=', receivedAt), eb('event_id', '>', eventId)])]),
      )
      .orderBy('received_at')
      .orderBy('event_id')
      .limit(limit)
      .execute();
  }

  /** Jobs of hours between two times whose decisions are not all stored as evidence. */
  async openHours(since: string, until: string): Promise<string[]> {
    const rows = await this.store.db
      .selectFrom('jobs')
      .innerJoin('sources', (join) => join.onRef('sources.source_id', '=', 'jobs.source_id').on(own(this.store, 'sources')))
      .select(['jobs.job_id'])
      .where(own(this.store, 'jobs'))
      .where('sources.kind', 'in', ['runtime.gateway', 'runtime.proxy'])
      .where('jobs.created_at', '>=', since)
      .where('jobs.created_at', '<', until)
      .where('jobs.deleted_at', 'is', null)
      .where(sql<boolean>`coalesce(jobs.result_summary, '') not like '%"log":"whole"%'`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('runtime_events')
            .select('runtime_events.event_id')
            .where(own(this.store, 'runtime_events'))
            .whereRef('runtime_events.source_id', '=', 'jobs.source_id')
            .where('runtime_events.origin', '=', origin)
            .whereRef('runtime_events.received_at', '>=', 'jobs.created_at'),
        ),
      )
      .orderBy('jobs.created_at')
      .execute();
    return rows.map(({ job_id }) => job_id);
  }

  /** Counts since a time, in one statement, so that all of them cover the same events. */
  counts(since: string): Promise<GatewayCount[]> {
    const none = sql<string | null>`cast(null as text)`;
    const recent = () => this.events.select([], { origin }).where('received_at', '>=', since);
    const tools = recent()
      .select([sql<string>`''`.as('decision'), none.as('mode'), none.as('policy_id'), none.as('rule_id'), 'tool'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .groupBy('tool')
      .orderBy('count', 'desc')
      .orderBy('tool')
      .limit(TOOLS_SHOWN);
    return recent()
      .select(['decision', 'mode', 'policy_id', 'rule_id', none.as('tool')])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .groupBy(['decision', 'mode', 'policy_id', 'rule_id'])
      .unionAll(this.store.db.selectFrom(tools.as('tools')).selectAll())
      .execute();
  }
}
