import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { among, selectMany } from '../layer/many-rows.js';
import { type Page, type PageRequest, type Position, pageOfRows } from '../layer/paging.js';
import type { TenantStore } from '../layer/store.js';
import { countOf, Table, tenantTable } from '../layer/table.js';
import type { Tables } from '../layer/tables.js';
import { type FindingFilter, type FindingQuery, filtered, isWide } from './finding-filter.js';
import { OriginRepository } from './finding-origins.js';
import { FEW_MATCHES, type FindingKey, type FindingSearch, findingSearch, withKeys } from './finding-search.js';

export type FindingRow = Tables['findings'];

/** The columns of lists that a sighting of the finding sets. */
export const SIGHTED = [
  'kind',
  'rule',
  'problem_id',
  'severity',
  'severity_rank',
  'status',
  'title',
  'component',
  'subject',
  'kev',
  'fixed_version',
] as const;

/** The columns that lists show: all except the document. */
const LISTED = [
  'finding_id',
  'source_id',
  'shared',
  'fingerprint',
  ...SIGHTED,
  'first_seen',
  'last_seen',
  'resolved_at',
  'reopened_count',
  'first_job_id',
  'last_job_id',
  'evidence_id',
  'triage',
  'assignee',
  'note',
  'decided_at',
  'decided_by',
  'held_until',
  'decision_id',
  'updated_at',
] as const;
export type ListedFinding = Pick<FindingRow, (typeof LISTED)[number]>;

/** The orders of lists, each with its columns; all of them descend. */
const ORDERS = {
  severity: ['severity_rank', 'last_seen', 'finding_id'],
  first_seen: ['first_seen', 'finding_id'],
  last_seen: ['last_seen', 'finding_id'],
} as const satisfies Record<string, readonly (keyof ListedFinding)[]>;
export type FindingOrder = keyof typeof ORDERS;

/** Matches beyond this number are not counted. */
export const MOST_COUNTED = 10_000;

/** Findings of one tenant. */
export class FindingRepository extends Table<'findings'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'findings');
  }

  /** In descending order; by default the worst first, then the newest. */
  async list<T>(
    { sort = 'severity', ...filter }: FindingFilter & { sort?: FindingOrder | undefined },
    page: PageRequest,
    item: (row: ListedFinding) => T,
  ): Promise<Page<T>> {
    const rows = await this.page(filter, { ...page, order: sort });
    return pageOfRows(page, rows, (row) => ORDERS[sort].map((column) => row[column]), item);
  }

  /** A finding by its id, or by one that it had before it became part of another. */
  async named(id: string): Promise<FindingRow | undefined> {
    const found = await this.find(id);
    if (found) return found;
    const origins = tenantTable(this.store, 'finding_origins').select(['finding_id'], { former_id: id });
    const now = await origins.where('former_id', 'is not', null).executeTakeFirst();
    return now && this.find(now.finding_id);
  }

  /** The ids by which findings are known now, for ids of before as well; undefined when one of them names none. */
  async presentIds(ids: readonly string[]): Promise<string[] | undefined> {
    const wanted = [...new Set(ids)];
    const known = await selectMany(wanted, (some) =>
      this.select(['finding_id'])
        .where(among(this.store, 'finding_id', some))
        .execute(),
    );
    const present = new Set(known.map(({ finding_id }) => finding_id));
    const former = wanted.filter((id) => !present.has(id));
    const now = await new OriginRepository(this.store).ofFormer(former);
    return now.length < former.length ? undefined : [...new Set([...present, ...now])];
  }

  /** The number of matches, at most one more than `most`. */
  async matches({ q, ...filter }: FindingFilter, most = MOST_COUNTED): Promise<number> {
    const some = await this.searched(q, filter);
    if (!some) return 0;
    return countOf(
      this.store.db.selectFrom(
        some
          .select('finding_id')
          .limit(most + 1)
          .as('some'),
      ),
    );
  }

  /** The ids of matches, in no order, at most one more than `most`. */
  async idsOf({ q, ...filter }: FindingFilter, most: number): Promise<string[]> {
    const some = await this.searched(q, filter);
    const rows = some
      ? await some
          .select('finding_id')
          .limit(most + 1)
          .execute()
      : [];
    return rows.map(({ finding_id }) => finding_id);
  }

  /** Findings by their ids, in no order. */
  listed(ids: readonly string[]): Promise<ListedFinding[]> {
    return this.select(LISTED)
      .where(among(this.store, 'finding_id', ids))
      .execute();
  }

  /** Findings by their ids, with their documents. */
  async complete(ids: readonly string[]): Promise<FindingRow[]> {
    return selectMany(ids, (some) =>
      this.rows()
        .where(among(this.store, 'finding_id', some))
        .execute(),
    );
  }

  /** Ids of the findings about a problem in any version of a package, or of a rule about one thing. */
  async aboutSubject(
    { problem_id, package: own, subject }: { problem_id: string; package: string | null; subject: string | null },
    most: number,
  ): Promise<string[]> {
    const place =
      own !== null
        ? sql`package = ${own}`
        : sql`package is null and ${subject === null ? sql`subject is null` : sql`subject = ${subject}`}`;
    const about = sql<SqlBool>`problem_id = ${problem_id} and ${place}`;
    const rows = await this.select(['finding_id'])
      .where(about)
      .limit(most + 1)
      .execute();
    return rows.map(({ finding_id }) => finding_id);
  }

  private async page({ q, ...filter }: FindingFilter, request: OrderedPage): Promise<ListedFinding[]> {
    // The index that holds every filtered column is walked in another order than its own.
    const own = filtered(this.store, this.select(), filter, request.order !== 'severity');
    const { component, job_id, package: named, problem_id, among: ids } = filter;
    const sorted = [component, job_id, named, problem_id, ids].some((one) => one !== undefined);
    if (q === undefined && !sorted && (isWide(filter) || request.order !== 'severity')) return this.wide(own, request);
    if (q === undefined) return pageOf(own, request, sorted).select(LISTED).execute();
    const search = findingSearch(this.store, q);
    if (!search) return [];
    const near = await matchesNear(this.store, pageOf(own, { ...request, limit: NEAR }, sorted), search, request);
    if (near.length > request.limit) return near;
    const keys = await search.keys();
    if (keys.length === 0) return [];
    const few = keys.length <= FEW_MATCHES;
    const found = few ? filtered(this.store, this.keyed(keys), filter, true) : own;
    return pageOf(found.where(search.exact), request, few).select(LISTED).execute();
  }

  /** Finds the rows in the index that holds every filtered column, and reads only those that are shown. */
  private async wide(own: FindingQuery, request: OrderedPage): Promise<ListedFinding[]> {
    const ids = await pageOf(own, request).select('finding_id').execute();
    const rows = await this.listed(ids.map(({ finding_id }) => finding_id));
    const byId = new Map(rows.map((row) => [row.finding_id, row]));
    return ids.flatMap(({ finding_id }) => byId.get(finding_id) ?? []);
  }

  private async searched(q: string | undefined, filter: Omit<FindingFilter, 'q'>): Promise<FindingQuery | undefined> {
    if (q === undefined) return filtered(this.store, this.select(), filter);
    const search = findingSearch(this.store, q);
    const keys = await search?.keys();
    if (!search || !keys || keys.length === 0) return undefined;
    const found =
      keys.length <= FEW_MATCHES ? filtered(this.store, this.keyed(keys), filter, true) : filtered(this.store, this.select(), filter);
    return found.where(search.exact);
  }

  private keyed(keys: readonly FindingKey[]): FindingQuery {
    return this.store.db.selectFrom('findings').where(withKeys(this.store, keys));
  }
}

interface OrderedPage extends Pick<PageRequest, 'limit'> {
  after?: Position | undefined;
  order: FindingOrder;
}

/** Rows of a list that are looked at before the word index is used. */
const NEAR = 1000;

/**
 * Matches among the next rows of the list. Words of many findings are found here, for which the index would have to
 * return all matches.
 */
function matchesNear(
  { db }: TenantStore,
  next: FindingQuery,
  { exact }: FindingSearch,
  { limit, order }: OrderedPage,
): Promise<ListedFinding[]> {
  const rows = next.select([...LISTED, 'search']).as('near');
  return pageOf(db.selectFrom(rows).where(exact), { limit, order }).select(LISTED).execute();
}

/**
 * Rows of a page and one more, in descending order. With few matches it is faster to sort them (`sorted`); the addition
 * keeps databases from walking all rows in order instead.
 */
function pageOf<DB, T extends keyof DB, O>(
  query: SelectQueryBuilder<DB, T, O>,
  { after, limit, order }: OrderedPage,
  sorted = false,
): SelectQueryBuilder<DB, T, O> {
  const columns = ORDERS[order].map((column) => sql.ref(column));
  const isLater = after !== undefined && after.length === columns.length;
  let rest = isLater ? query.where(sql<SqlBool>`(${sql.join(columns)}) < (${sql.join([...after])})`) : query;
  for (const column of ORDERS[order])
    rest = rest.orderBy(sorted && column === 'severity_rank' ? sql`severity_rank + 0` : sql.ref(column), 'desc');
  return rest.limit(limit + 1);
}
