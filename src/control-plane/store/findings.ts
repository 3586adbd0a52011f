import { type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Severity } from '../../model/severity.js';
import { FEW_MATCHES, type FindingSearch, findingSearch, withKeys } from './finding-search.js';
import { type Page, type PageRequest, pageOfRows } from './paging.js';
import { severityRank } from './severity-rank.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type FindingRow = Selectable<Tables['findings']>;

/** What lists show: all but the document. */
const LISTED = [
  'finding_id',
  'source_id',
  'fingerprint',
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
  /** Of the job that was the last to see it. */
  job_id?: string | undefined;
  component?: string | undefined;
  /** `none`: nobody has looked at it. */
  triage?: string | undefined;
  kev?: boolean | undefined;
  q?: string | undefined;
}

export interface TriageChange {
  /** null: back to where it was before anybody looked. */
  triage: string | null;
  assignee: string | null;
  note: string | null;
  status: string;
  now: string;
}

function ownFindings({ db, tenantId }: TenantStore) {
  return db.selectFrom('findings').where('tenant_id', '=', tenantId);
}

type Query = ReturnType<typeof ownFindings>;

/** Findings of one tenant. */
export class FindingRepository {
  constructor(private readonly store: TenantStore) {}

  find(findingId: string): Promise<FindingRow | undefined> {
    return ownFindings(this.store)
      .select([...LISTED, 'tenant_id', 'cwes', 'document', 'document_hash', 'search'])
      .where('finding_id', '=', findingId)
      .executeTakeFirst();
  }

  /** Worst first, then the newest. */
  async list<T>(filter: FindingFilter, page: PageRequest, item: (row: ListedFinding) => T): Promise<Page<T>> {
    const rows = await this.page(filter, page);
    return pageOfRows(page, rows, (row) => [row.severity_rank, row.last_seen, row.finding_id], item);
  }

  private async page({ q, ...filter }: FindingFilter, request: PageRequest): Promise<ListedFinding[]> {
    const own = filtered(this.store, filter);
    const sorted = filter.component !== undefined || filter.job_id !== undefined;
    if (q === undefined) return pageOf(own, request, sorted).select(LISTED).execute();
    const search = findingSearch(this.store, q);
    if (!search) return [];
    const near = await matchesNear(this.store, pageOf(own, { ...request, limit: NEAR }, sorted), search, request.limit);
    if (near.length > request.limit) return near;
    const keys = await search.keys();
    if (keys.length === 0) return [];
    const few = keys.length <= FEW_MATCHES;
    const found = few ? filtered(this.store, filter, withKeys(this.store, keys)) : own;
    return pageOf(found.where(search.exact), request, few).select(LISTED).execute();
  }

  async triage(findingId: string, { now, ...change }: TriageChange): Promise<void> {
    await this.store.db
      .updateTable('findings')
      .set({ ...change, updated_at: now })
      .where('tenant_id', '=', this.store.tenantId)
      .where('finding_id', '=', findingId)
      .execute();
  }
}

/** Rows of a list that are looked at before the index of words is asked. */
const NEAR = 1000;

/** Matches among the next rows of the list: what many findings say is found there, where the index would have to name them all. */
function matchesNear({ db }: TenantStore, next: Query, { exact }: FindingSearch, limit: number): Promise<ListedFinding[]> {
  const rows = next.select([...LISTED, 'search']).as('near');
  return pageOf(db.selectFrom(rows).where(exact), { limit }).select(LISTED).execute();
}

/**
 * Rows of a page and one more: worst first, then the newest. Where few are found they are better `sorted`; the addition keeps databases
 * from walking all rows in order instead.
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
 * Findings of a tenant that a filter lets through. One condition leads to its index, the `leading` one where there is one; on SQLite
 * the others are written so that they cannot, for without statistics it would guess.
 */
function filtered(store: TenantStore, filter: Omit<FindingFilter, 'q'>, leading?: RawBuilder<SqlBool>): Query {
  const { triage, kev, severity, ...columns } = filter;
  let query = leading ? store.db.selectFrom('findings').where(leading) : ownFindings(store);
  let free = !leading;
  const column = (name: string) => {
    const own = free || store.dialect === 'postgres' ? sql.ref(name) : sql`+${sql.ref(name)}`;
    free = false;
    return own;
  };
  if (columns.component !== undefined) query = query.where(column('component'), '=', columns.component);
  if (columns.job_id !== undefined) query = query.where(column('last_job_id'), '=', columns.job_id);
  // Written out, so that the partial index is seen to fit.
  if (kev === true) query = query.where(sql<boolean>`${column('kev')} = 1`);
  if (kev === false) query = query.where(sql<boolean>`+kev = 0`);
  if (triage === 'none') query = query.where('triage', 'is', null);
  else if (triage !== undefined) query = query.where(column('triage'), '=', triage);
  for (const name of ['source_id', 'status', 'kind'] as const)
    if (columns[name] !== undefined) query = query.where(column(name), '=', columns[name]);
  if (severity === undefined) return query;
  // The order's own column narrows any index; `none` and `unknown` share a rank.
  const ranked = query.where('severity_rank', '=', severityRank(severity));
  return severityRank(severity) === 0 ? ranked.where('severity', '=', severity) : ranked;
}
