import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Severity } from '../../../model/severity.js';
import { own, unled } from '../layer/dialects.js';
import { among, amongThose } from '../layer/many-rows.js';
import type { TenantStore } from '../layer/store.js';
import { tenantTable } from '../layer/table.js';
import type { Tables } from '../layer/tables.js';
import { severityRank } from './severity-rank.js';

/** What findings must have; of a list, one of its values. */
export interface FindingFilter {
  severity?: readonly Severity[] | undefined;
  status?: readonly string[] | undefined;
  kind?: readonly string[] | undefined;
  source_id?: readonly string[] | undefined;
  /** The job that was the last of its source to see it. */
  job_id?: string | undefined;
  /** Some that these sources or this job saw are listed under another source: see `withOrigins`. */
  shared?: boolean | undefined;
  component?: string | undefined;
  /** Package URLs without version. */
  package?: readonly string[] | undefined;
  /** Beginnings of package URLs, each with a slash at its end: `pkg:npm/`. */
  ecosystem?: readonly string[] | undefined;
  problem_id?: string | undefined;
  rule?: string | undefined;
  /** `none`: without triage. */
  triage?: readonly string[] | undefined;
  assignee?: string | undefined;
  kev?: boolean | undefined;
  /** Has a fixed version. */
  fixable?: boolean | undefined;
  first_seen_after?: string | undefined;
  first_seen_before?: string | undefined;
  /** The time of the last decision. */
  decided_before?: string | undefined;
  decided_after?: string | undefined;
  /** Only these findings. */
  among?: readonly string[] | undefined;
  q?: string | undefined;
}

export type FindingQuery = SelectQueryBuilder<Tables, 'findings', object>;

/** Filters of one value that have an index of their own, in the order in which they are used. */
const LEADING = ['source_id', 'status', 'kind'] as const;

/** True for filters whose matches no index of their own gives in order. */
export function isWide(filter: FindingFilter): boolean {
  const several = [filter.severity, filter.status, filter.kind, filter.source_id, filter.triage].some((list) => list && list.length !== 1);
  const { ecosystem, first_seen_after, first_seen_before, decided_after, decided_before, fixable } = filter;
  const isShared = filter.shared && filter.source_id !== undefined;
  const compared = [ecosystem, first_seen_after, first_seen_before, decided_after, decided_before, fixable];
  return several || isShared || compared.some((one) => one !== undefined);
}

/**
 * The rows that match a filter. One condition uses its index, unless the rows are selected by keys already or the
 * filter is wide; the others are written so that they cannot.
 */
export function filtered(store: TenantStore, rows: FindingQuery, filter: Omit<FindingFilter, 'q'>, isLed = false): FindingQuery {
  const conditions: RawBuilder<SqlBool>[] = [];
  const isNamed = [filter.component, filter.job_id, filter.package, filter.problem_id, filter.assignee, filter.among].some(
    (one) => one !== undefined,
  );
  let free = !isLed && (isNamed || !isWide(filter));
  const column = (name: string) => {
    const wanted = free ? sql.ref<string>(name) : unled(store, name);
    free = false;
    return wanted;
  };
  if (filter.among !== undefined) {
    conditions.push(among(store, 'finding_id', filter.among));
    free = false;
  }
  const { problem_id, component, assignee, job_id } = filter;
  for (const [name, wanted] of Object.entries({ problem_id, component, last_job_id: filter.shared ? undefined : job_id, assignee }))
    if (wanted !== undefined) conditions.push(sql`${column(name)} = ${wanted}`);
  if (filter.shared) conditions.push(...seenBy(store, filter));
  if (filter.package !== undefined) {
    conditions.push(among(store, 'package', filter.package));
    free = false;
  }
  // Written literally, so that the planner uses the partial index.
  if (filter.kev === true) conditions.push(sql`${column('kev')} = 1`);
  if (filter.kev === false) conditions.push(sql`${unled(store, 'kev')} = 0`);
  if (filter.triage !== undefined) conditions.push(triaged(store, filter.triage, column));
  for (const name of LEADING) {
    if (name === 'source_id' && filter.shared) continue;
    const [first, ...others] = filter[name] ?? [];
    if (filter[name]?.length === 0) conditions.push(sql`1 = 0`);
    else if (first !== undefined)
      conditions.push(others.length === 0 ? sql`${column(name)} = ${first}` : oneOf(unled(store, name), [first, ...others]));
  }
  if (filter.severity !== undefined) conditions.push(rated(store, filter.severity));
  conditions.push(...unindexed(store, filter));
  return conditions.reduce((query, condition) => query.where(condition), rows);
}

/** Under which source or job a finding is listed does not matter where several have seen it: each of them lists it while it sees it. */
function seenBy(store: TenantStore, { source_id, job_id }: FindingFilter): RawBuilder<SqlBool>[] {
  const seen = (condition: RawBuilder<SqlBool>) =>
    amongThose(store, 'finding_id', sql`select finding_id from finding_origins where ${own(store, 'finding_origins')} and ${condition}`);
  const conditions: RawBuilder<SqlBool>[] = [];
  if (job_id !== undefined) conditions.push(sql`(${sql.ref('last_job_id')} = ${job_id} or ${seen(sql`last_job_id = ${job_id}`)})`);
  if (source_id === undefined || source_id.length === 0) return conditions;
  const theirs = oneOf(sql`source_id`, source_id);
  const open = seen(sql`${theirs} and status = 'open'`);
  return [...conditions, sql`(${theirs} or ${open} or (${unled(store, 'status')} = 'resolved' and ${seen(theirs)}))`];
}

/** The filter, with a note when what it asks for is partly listed under other sources. */
export async function withOrigins<T extends FindingFilter>(store: TenantStore, filter: T): Promise<T> {
  const { source_id, job_id } = filter;
  if (source_id === undefined && job_id === undefined) return filter;
  const origins = tenantTable(store, 'finding_origins');
  const isShared =
    (source_id !== undefined && source_id.length > 0 && (await origins.has({ source_id }))) ||
    (job_id !== undefined && (await origins.has({ last_job_id: job_id })));
  return isShared ? { ...filter, shared: true } : filter;
}

function oneOf(column: RawBuilder<unknown>, values: readonly (string | number)[]): RawBuilder<SqlBool> {
  return sql`${column} in (${sql.join([...values])})`;
}

function triaged(store: TenantStore, states: readonly string[], column: (name: string) => RawBuilder<string>): RawBuilder<SqlBool> {
  const named = states.filter((state) => state !== 'none');
  const [first, ...others] = named;
  if (first === undefined) return sql`${sql.ref('triage')} is null`;
  if (named.length < states.length) return sql`(${sql.ref('triage')} is null or ${oneOf(unled(store, 'triage'), named)})`;
  return others.length === 0 ? sql`${column('triage')} = ${first}` : oneOf(unled(store, 'triage'), named);
}

/** A column of the sort order narrows any index; `none` and `unknown` share a rank. */
function rated(store: TenantStore, wanted: readonly Severity[]): RawBuilder<SqlBool> {
  const ranks = [...new Set(wanted.map(severityRank))];
  const [first] = ranks;
  const ranked = ranks.length === 1 && first !== undefined ? sql<SqlBool>`severity_rank = ${first}` : oneOf(sql`severity_rank`, ranks);
  return ranks.includes(0) ? sql`(${ranked} and ${oneOf(unled(store, 'severity'), wanted)})` : ranked;
}

/** Conditions that are compared with the rows that others have found. */
function unindexed(store: TenantStore, filter: FindingFilter): RawBuilder<SqlBool>[] {
  const { rule, first_seen_after, first_seen_before, decided_after, decided_before, ecosystem } = filter;
  const compared = [
    ['rule', sql`=`, rule],
    ['first_seen', sql`>=`, first_seen_after],
    ['first_seen', sql`<`, first_seen_before],
    ['decided_at', sql`>=`, decided_after],
    ['decided_at', sql`<`, decided_before],
  ] as const;
  const conditions = compared.flatMap(([name, is, value]) =>
    value === undefined ? [] : [sql<SqlBool>`${unled(store, name)} ${is} ${value}`],
  );
  if (filter.fixable === true) conditions.push(sql`fixed_version is not null`);
  if (filter.fixable === false) conditions.push(sql`fixed_version is null`);
  // `0` follows the slash at the end of each beginning.
  const begins = ecosystem?.map(
    (start) => sql`(${unled(store, 'component')} >= ${start} and ${unled(store, 'component')} < ${`${start.slice(0, -1)}0`})`,
  );
  return begins === undefined ? conditions : [...conditions, sql`(${sql.join(begins, sql` or `)})`];
}
