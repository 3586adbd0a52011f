import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { own } from '../layer/dialects.js';
import { type Page, type PageRequest, pageOfRows } from '../layer/paging.js';
import type { TenantStore } from '../layer/store.js';
import { countOf, tenantTable } from '../layer/table.js';
import { type FindingFilter, type FindingQuery, filtered } from './finding-filter.js';

/** The column that findings of a group share. */
const KEYS = { advisory: 'problem_id', component: 'package', source: 'source_id', rule: 'rule' } as const;
export type GroupBy = keyof typeof KEYS;

interface Order {
  key: string;
  /** The worst, as in `severityRank`. */
  rank: number;
  count: number;
}

interface GroupFacts {
  exploited: number;
  fixable: number;
  first_seen: string;
  last_seen: string;
}

/** Findings that share a column. */
export type FindingGroup = Order & GroupFacts;

/** Columns that groups are made of. */
const OF_GROUP = ['severity_rank', 'kev', 'fixed_version', 'first_seen', 'last_seen'] as const;

const NO_FACTS: GroupFacts = { exploited: 0, fixable: 0, first_seen: '', last_seen: '' };

/** Findings of a group that one version ends. */
export interface GroupFix {
  key: string;
  package: string;
  fixed_version: string;
  count: number;
}

/** Groups of findings: the worst first, then the largest, then by key. */
export class FindingGroups {
  constructor(private readonly store: TenantStore) {}

  async list<T>(by: GroupBy, filter: Omit<FindingFilter, 'q'>, page: PageRequest, item: (group: FindingGroup) => T): Promise<Page<T>> {
    const key = sql.ref<string>(KEYS[by]);
    // Only columns of indexes: the rows of most groups need not be read.
    const grouped = (await this.matchingBy(by, filter))
      .where(sql<SqlBool>`${key} is not null`)
      .select([key.as('key'), sql<number>`max(severity_rank)`.as('rank'), sql<number>`count(*)`.as('count')])
      .groupBy(key)
      .as('grouped');
    const query = this.store.db.selectFrom(grouped).selectAll();
    const rows = await (page.after ? query.where(laterThan(page.after)) : query)
      .orderBy('rank', 'desc')
      .orderBy('count', 'desc')
      .orderBy('key', 'asc')
      .limit(page.limit + 1)
      .execute();
    const facts = await this.factsOf(
      by,
      filter,
      rows.slice(0, page.limit).map((row) => row.key),
    );
    const groupOf = (row: Order) => item({ ...row, ...(facts.get(row.key) ?? NO_FACTS) });
    return pageOfRows(page, rows, ({ rank, count, key: last }) => [rank, count, last], groupOf);
  }

  private async factsOf(by: GroupBy, filter: Omit<FindingFilter, 'q'>, keys: readonly string[]): Promise<ReadonlyMap<string, GroupFacts>> {
    if (keys.length === 0) return new Map();
    const key = sql.ref<string>(KEYS[by]);
    const rows = await (await this.matchingBy(by, filter))
      .where(sql<SqlBool>`${key} in (${sql.join([...keys])})`)
      .select([
        key.as('key'),
        sql<number>`cast(sum(kev) as bigint)`.as('exploited'),
        sql<number>`count(fixed_version)`.as('fixable'),
        sql<string>`min(first_seen)`.as('first_seen'),
        sql<string>`max(last_seen)`.as('last_seen'),
      ])
      .groupBy(key)
      .execute();
    return new Map(rows.map(({ key: own, ...facts }) => [own, facts]));
  }

  private matching(filter: Omit<FindingFilter, 'q'>) {
    return filtered(this.store, tenantTable(this.store, 'findings').select(), filter, true);
  }

  /** By source, a finding that several of them see counts for each. */
  private async matchingBy(by: GroupBy, filter: Omit<FindingFilter, 'q'>): Promise<FindingQuery> {
    const matching = this.matching(filter);
    if (by !== 'source' || !(await tenantTable(this.store, 'finding_origins').has({}))) return matching;
    const { db } = this.store;
    const listed = matching
      .select(['finding_id', 'source_id as own_source', 'shared', 'status', ...OF_GROUP])
      .select(sql<string | null>`package`.as('package'))
      .as('listed');
    const seen = db
      .selectFrom(listed)
      .leftJoin('finding_origins as o', (join) =>
        join
          .onRef('o.finding_id', '=', 'listed.finding_id')
          .on(own(this.store, 'o'))
          .on(sql<SqlBool>`listed.shared = 1 and (o.status = 'open' or listed.status = 'resolved')`),
      )
      .select([
        sql<string>`coalesce(o.source_id, listed.own_source)`.as('source_id'),
        'listed.package',
        ...OF_GROUP.map((name) => `listed.${name}` as const),
      ])
      .as('findings');
    const all = db.selectFrom(seen) as unknown as FindingQuery;
    const { source_id } = filter;
    return source_id === undefined || source_id.length === 0 ? all : all.where('source_id', 'in', source_id);
  }

  /** For some groups, how many of their findings each version of each package ends by itself. */
  async fixes(by: GroupBy, keys: readonly string[], filter: Omit<FindingFilter, 'q'>): Promise<GroupFix[]> {
    if (keys.length === 0) return [];
    const key = sql.ref<string>(KEYS[by]);
    return (await this.matchingBy(by, filter))
      .where(sql<SqlBool>`${key} in (${sql.join([...keys])}) and fixed_version is not null and package is not null`)
      .select([
        key.as('key'),
        sql<string>`package`.as('package'),
        sql<string>`fixed_version`.as('fixed_version'),
        sql<number>`count(*)`.as('count'),
      ])
      .groupBy([key, sql`package`, sql`fixed_version`])
      .execute();
  }

  async bySeverity(filter: Omit<FindingFilter, 'q'>): Promise<Record<string, number>> {
    const rows = await this.matching(filter)
      .select(['severity', sql<number>`count(*)`.as('count')])
      .groupBy('severity')
      .execute();
    return Object.fromEntries(rows.map(({ severity, count }) => [severity, Number(count)]));
  }

  countOf(filter: Omit<FindingFilter, 'q'>): Promise<number> {
    return countOf(this.matching(filter));
  }

  /** A title for each of some groups. */
  async titles(by: GroupBy, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const titles = new Map<string, string>();
    for (const key of keys) {
      const row = await tenantTable(this.store, 'findings')
        .select(['title'])
        .where(sql<SqlBool>`${sql.ref(KEYS[by])} = ${key}`)
        .limit(1)
        .executeTakeFirst();
      if (row) titles.set(key, row.title);
    }
    return titles;
  }
}

function laterThan([rank = 0, count = 0, key = '']: readonly (string | number | null)[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(rank < ${rank} or (rank = ${rank} and (count < ${count} or (count = ${count} and key > ${key}))))`;
}
