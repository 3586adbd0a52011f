import { type Selectable, sql } from 'kysely';
import type { Severity } from '../../model/severity.js';
import { severityRank } from '../ingest/finding-row.js';
import { FEW_MATCHES, findingSearch, matchesOf } from './finding-search.js';
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

function ownFindings({ db, tenantId }: TenantStore) {
  return db.selectFrom('findings').where('tenant_id', '=', tenantId);
}

type Query = ReturnType<typeof ownFindings>;

/** Findings of one tenant. */
export class FindingRepository {
  constructor(private readonly store: TenantStore) {}

  find(findingId: string): Promise<FindingRow | undefined> {
    return ownFindings(this.store)
      .select([...LISTED, 'tenant_id', 'document', 'document_hash', 'search'])
      .where('finding_id', '=', findingId)
      .executeTakeFirst();
  }

  /** Worst first, then the newest. */
  async list<T>(filter: FindingFilter, page: PageRequest, item: (row: ListedFinding) => T): Promise<Page<T>> {
    const rows = await this.page(filter, page);
    return pageOfRows(page, rows, (row) => [row.severity_rank, row.last_seen, row.finding_id], item);
  }

  private async page({ q, ...filter }: FindingFilter, { after = [], limit }: PageRequest): Promise<ListedFinding[]> {
    const search = q === undefined ? undefined : findingSearch(this.store, q);
    const matches = search === undefined ? 0 : await matchesOf(this.store, search);
    if (q !== undefined && matches === 0) return [];
    const few = search !== undefined && matches <= FEW_MATCHES;
    let query = filtered(this.store, filter, few);
    if (search) query = query.where(search.exact);
    if (search && few) query = query.where(search.indexed);
    const [rank, at, id] = after;
    if (rank !== undefined) query = query.where(sql<boolean>`(severity_rank, last_seen, finding_id) < (${rank}, ${at}, ${id})`);
    // Few rows are sorted; the addition keeps databases from walking all rows in order instead.
    const order = few || filter.component !== undefined ? sql`severity_rank + 0` : sql.ref('severity_rank');
    return query
      .select(LISTED)
      .orderBy(order, 'desc')
      .orderBy('last_seen', 'desc')
      .orderBy('finding_id', 'desc')
      .limit(limit + 1)
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
}

/**
 * Findings of a tenant that a filter lets through. One condition leads to its index; on SQLite the others are written so that they
 * cannot, for without statistics it would guess.
 */
function filtered(store: TenantStore, filter: FindingFilter, led: boolean): Query {
  const { triage, kev, severity, ...columns } = filter;
  let query = ownFindings(store);
  let free = !led;
  const column = (name: string) => {
    const own = free || store.dialect === 'postgres' ? sql.ref(name) : sql`+${sql.ref(name)}`;
    free = false;
    return own;
  };
  if (columns.component !== undefined) query = query.where(column('component'), '=', columns.component);
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
