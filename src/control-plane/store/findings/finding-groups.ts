import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Page, type PageRequest, pageOfRows } from '../layer/paging.js';
import type { TenantStore } from '../layer/store.js';
import { countOf, tenantTable } from '../layer/table.js';
import { type FindingFilter, filtered } from './finding-filter.js';

/** The column that findings of a group share. */
const KEYS = { advisory: 'problem_id', component: 'package', source: 'source_id', rule: 'rule' } as const;
export type GroupBy = keyof typeof KEYS;

/** Findings that share a column. */
export interface FindingGroup {
  key: string;
  /** The worst, as in `severityRank`. */
  rank: number;
  count: number;
  exploited: number;
  fixable: number;
  first_seen: string;
  last_seen: string;
}

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
    const grouped = filtered(this.store, tenantTable(this.store, 'findings').select(), filter)
      .where(sql<SqlBool>`${key} is not null`)
      .select([
        key.as('key'),
        sql<number>`max(severity_rank)`.as('rank'),
        sql<number>`count(*)`.as('count'),
        sql<number>`cast(sum(kev) as bigint)`.as('exploited'),
        sql<number>`count(fixed_version)`.as('fixable'),
        sql<string>`min(first_seen)`.as('first_seen'),
        sql<string>`max(last_seen)`.as('last_seen'),
      ])
      .groupBy(key)
      .as('grouped');
    const { after, limit } = page;
    let query = this.store.db.selectFrom(grouped).selectAll();
    // Rank and count descend, so the keys' order is turned by comparing the other way round.
    if (after) query = query.where(laterThan(after));
    const rows = await query
      .orderBy('rank', 'desc')
      .orderBy('count', 'desc')
      .orderBy('key', 'asc')
      .limit(limit + 1)
      .execute();
    return pageOfRows(page, rows, ({ rank, count, key: last }) => [rank, count, last], item);
  }

  /** For some groups, how many of their findings each version of each package ends by itself. */
  async fixes(by: GroupBy, keys: readonly string[], filter: Omit<FindingFilter, 'q'>): Promise<GroupFix[]> {
    if (keys.length === 0) return [];
    const key = sql.ref<string>(KEYS[by]);
    return filtered(this.store, tenantTable(this.store, 'findings').select(), filter)
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

  countOf(filter: Omit<FindingFilter, 'q'>): Promise<number> {
    return countOf(filtered(this.store, tenantTable(this.store, 'findings').select(), filter));
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
