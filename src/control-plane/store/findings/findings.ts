import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Severity } from '../../../model/severity.js';
import { unled } from '../layer/dialects.js';
import { type Page, type PageRequest, pageOfRows } from '../layer/paging.js';
import type { TenantStore } from '../layer/store.js';
import { Table } from '../layer/table.js';
import type { Tables } from '../layer/tables.js';
import { FEW_MATCHES, type FindingKey, type FindingSearch, findingSearch, withKeys } from './finding-search.js';
import { severityRank } from './severity-rank.js';

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
  'updated_at',
] as const;
export type ListedFinding = Pick<FindingRow, (typeof LISTED)[number]>;

export interface FindingFilter {
  severity?: Severity | undefined;
  status?: string | undefined;
  kind?: string | undefined;
  source_id?: string | undefined;
  /** The job that was the last to see it. */
  job_id?: string | undefined;
  component?: string | undefined;
  /** `none`: without triage. */
  triage?: string | undefined;
  kev?: boolean | undefined;
  q?: string | undefined;
}

export interface TriageChange {
  /** Null removes the triage. */
  triage: string | null;
  assignee: string | null;
  note: string | null;
  status: string;
  now: string;
}

type Query = SelectQueryBuilder<Tables, 'findings', object>;

/** Findings of one tenant. */
export class FindingRepository extends Table<'findings'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'findings');
  }

  /** Worst first, then newest first. */
  async list<T>(filter: FindingFilter, page: PageRequest, item: (row: ListedFinding) => T): Promise<Page<T>> {
    const rows = await this.page(filter, page);
    return pageOfRows(page, rows, (row) => [row.severity_rank, row.last_seen, row.finding_id], item);
  }

  private async page({ q, ...filter }: FindingFilter, request: PageRequest): Promise<ListedFinding[]> {
    const own = filtered(this.store, this.select(), filter);
    const sorted = filter.component !== undefined || filter.job_id !== undefined;
    if (q === undefined) return pageOf(own, request, sorted).select(LISTED).execute();
    const search = findingSearch(this.store, q);
    if (!search) return [];
    const near = await matchesNear(this.store, pageOf(own, { ...request, limit: NEAR }, sorted), search, request.limit);
    if (near.length > request.limit) return near;
    const keys = await search.keys();
    if (keys.length === 0) return [];
    const few = keys.length <= FEW_MATCHES;
    const found = few ? filtered(this.store, this.keyed(keys), filter, true) : own;
    return pageOf(found.where(search.exact), request, few).select(LISTED).execute();
  }

  private keyed(keys: readonly FindingKey[]): Query {
    return this.store.db.selectFrom('findings').where(withKeys(this.store, keys));
  }

  async triage(findingId: string, { now, ...change }: TriageChange): Promise<void> {
    await this.update(findingId, { ...change, updated_at: now });
  }
}

/** Rows of a list that are looked at before the word index is used. */
const NEAR = 1000;

/**
 * Matches among the next rows of the list. Words of many findings are found here, for which the index would have to
 * return all matches.
 */
function matchesNear({ db }: TenantStore, next: Query, { exact }: FindingSearch, limit: number): Promise<ListedFinding[]> {
  const rows = next.select([...LISTED, 'search']).as('near');
  return pageOf(db.selectFrom(rows).where(exact), { limit }).select(LISTED).execute();
}

/**
 * Rows of a page and one more: worst first, then newest. With few matches it is faster to sort them (`sorted`); the
 * addition keeps databases from walking all rows in order instead.
 */
function pageOf<DB, T extends keyof DB, O>(
  query: SelectQueryBuilder<DB, T, O>,
  { after: [rank, at, id] = [], limit }: Pick<PageRequest, 'after' | 'limit'>,
  sorted = false,
): SelectQueryBuilder<DB, T, O> {
  const rest = rank === undefined ? query : query.where(sql<SqlBool>`(severity_rank, last_seen, finding_id) < (${rank}, ${at}, ${id})`);
  return rest
    .orderBy(sorted ? sql`severity_rank + 0` : sql`severity_rank`, 'desc')
    .orderBy(sql`last_seen`, 'desc')
    .orderBy(sql`finding_id`, 'desc')
    .limit(limit + 1);
}

/**
 * The rows that match a filter. One condition uses its index, unless the rows are selected by keys already; the others
 * are written so that they cannot.
 */
function filtered(store: TenantStore, rows: Query, filter: Omit<FindingFilter, 'q'>, isLed = false): Query {
  const { triage, kev, severity, ...columns } = filter;
  let query = rows;
  let free = !isLed;
  const column = (name: string) => {
    const own = free ? sql.ref<string>(name) : unled(store, name);
    free = false;
    return own;
  };
  if (columns.component !== undefined) query = query.where(column('component'), '=', columns.component);
  if (columns.job_id !== undefined) query = query.where(column('last_job_id'), '=', columns.job_id);
  // Written literally, so that the planner uses the partial index.
  if (kev === true) query = query.where(sql<boolean>`${column('kev')} = 1`);
  if (kev === false) query = query.where(sql<boolean>`+kev = 0`);
  if (triage === 'none') query = query.where('triage', 'is', null);
  else if (triage !== undefined) query = query.where(column('triage'), '=', triage);
  for (const name of ['source_id', 'status', 'kind'] as const)
    if (columns[name] !== undefined) query = query.where(column(name), '=', columns[name]);
  if (severity === undefined) return query;
  // A column of the sort order narrows any index; `none` and `unknown` share a rank.
  const ranked = query.where('severity_rank', '=', severityRank(severity));
  return severityRank(severity) === 0 ? ranked.where('severity', '=', severity) : ranked;
}
