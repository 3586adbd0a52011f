import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { type Severity, severities } from '../../model/severity.js';
import { severityRank } from '../ingest/finding-row.js';
import { type FindingSearch, findingSearch, findsFew } from './finding-search.js';
import { type Page, type PageRequest, pageOfRows } from './paging.js';
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

export interface FindingCount {
  status: string;
  kind: string;
  severity: string;
  kev: number;
  count: number;
}

type Query<O> = SelectQueryBuilder<Tables, 'findings', O>;

/** Findings of one tenant. */
export class FindingRepository {
  constructor(private readonly store: TenantStore) {}

  find(findingId: string): Promise<FindingRow | undefined> {
    return this.own()
      .select([...LISTED, 'tenant_id', 'document', 'document_hash', 'search'])
      .where('finding_id', '=', findingId)
      .executeTakeFirst();
  }

  /** Worst first, then the newest. `total` where counting reads an index alone. */
  async list<T>(filter: FindingFilter, page: PageRequest, item: (row: ListedFinding) => T): Promise<Page<T>> {
    const { q, ...rest } = filter;
    const search = q === undefined ? undefined : findingSearch(this.store, q);
    if (q !== undefined && !search) return { items: [], next_cursor: null, total: 0 };
    const few = search !== undefined && (await findsFew(this.store, search));
    const matching = this.filtered(this.own(), rest, search, few);
    const [rank, at, id] = page.after ?? [];
    const after =
      rank === undefined ? matching : matching.where(sql<boolean>`(severity_rank, last_seen, finding_id) < (${rank}, ${at}, ${id})`);
    const rows = await after
      .select(LISTED)
      .orderBy('severity_rank', 'desc')
      .orderBy('last_seen', 'desc')
      .orderBy('finding_id', 'desc')
      .limit(page.limit + 1)
      .execute();
    const answer = pageOfRows(page, rows, (row) => [row.severity_rank, row.last_seen, row.finding_id], item);
    return few || isCounted(filter) ? { ...answer, total: await this.count(matching) } : answer;
  }

  /** Numbers by status, kind, severity and whether it is known to be exploited. */
  counts(filter: Pick<FindingFilter, 'source_id'> = {}): Promise<FindingCount[]> {
    return this.filtered(this.own(), filter)
      .select(['status', 'kind', 'severity', 'kev', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy(['status', 'kind', 'severity', 'kev'])
      .orderBy('status')
      .orderBy('kind')
      .orderBy('severity')
      .orderBy('kev')
      .execute();
  }

  async triage(findingId: string, { now, ...change }: TriageChange): Promise<void> {
    await this.store.db
      .updateTable('findings')
      .set({ ...change, updated_at: now })
      .where('tenant_id', '=', this.store.tenantId)
      .where('finding_id', '=', findingId)
      .execute();
  }

  private own(): Query<unknown> {
    return this.store.db.selectFrom('findings').where('tenant_id', '=', this.store.tenantId) as Query<unknown>;
  }

  private filtered(query: Query<unknown>, filter: FindingFilter, search?: FindingSearch, few = false): Query<unknown> {
    const { severity, status, kind, source_id, component, triage, kev } = filter;
    let narrowed = query;
    // `none` and `unknown` share a rank.
    if (severity !== undefined) narrowed = narrowed.where('severity_rank', '=', severityRank(severity));
    if (severity !== undefined && severityRank(severity) === 0) narrowed = narrowed.where('severity', '=', severity);
    for (const [column, value] of Object.entries({ status, kind, source_id, component }))
      if (value !== undefined) narrowed = narrowed.where(sql.ref(column), '=', value);
    if (triage === 'none') narrowed = narrowed.where('triage', 'is', null);
    else if (triage !== undefined) narrowed = narrowed.where('triage', '=', triage);
    // Written out, so that the partial index is seen to fit.
    if (kev !== undefined) narrowed = narrowed.where(kev ? sql<boolean>`kev = 1` : sql<boolean>`kev = 0`);
    if (search) narrowed = narrowed.where(search.exact);
    return search && few ? narrowed.where(search.indexed) : narrowed;
  }

  private async count(query: Query<unknown>): Promise<number> {
    const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return count;
  }
}

/** Filters whose matches lie together in one index. */
function isCounted({ severity, q, triage, kev, component, source_id, ...rest }: FindingFilter): boolean {
  if (q !== undefined || triage === 'none' || kev === false || severity === 'none' || severity === 'unknown') return false;
  const others = [triage, kev, component, source_id, ...Object.values(rest)].filter((value) => value !== undefined);
  return others.length === 0 || (others.length === 1 && severity === undefined);
}

/** Severities by rank, for answers that list all of them. */
export const allSeverities: readonly Severity[] = severities;
