import { type QueryExecutorProvider, sql } from 'kysely';
import { isSuppressing } from './present-status.js';

/** The rows of a tenant, as the program and a migration have them. */
export interface TenantRows {
  db: Pick<QueryExecutorProvider, 'getExecutor'>;
  tenantId: string;
}

interface Row {
  finding_id: string;
  source_id: string;
  fingerprint: string;
  status: string;
  first_seen: string;
  last_seen: string;
  resolved_at: string | null;
  reopened_count: number;
  first_job_id: string | null;
  triage: string | null;
  decided_at: string | null;
}

/** What a sighting says of a finding. */
const CONTENT =
  'kind rule problem_id severity severity_rank title component subject kev fixed_version cwes search document document_hash evidence_id last_job_id last_seen'.split(
    ' ',
  );
const TRIAGE = 'triage assignee note decided_at decided_by held_until decision_id'.split(' ');

/**
 * Joins the findings that some sources which read the same thing have each for themselves. The one that somebody decided on stays, else the
 * oldest. Returns the ids of those that stay.
 */
export async function joinFindings(rows: TenantRows, sourceIds: readonly string[]): Promise<string[]> {
  const joined: string[] = [];
  for (const [first, ...others] of (await severalOf(rows, sourceIds)).values()) {
    if (!first) continue;
    let kept = first;
    for (const other of others) {
      const [keep, drop] = isRather(other, kept) ? [other, kept] : [kept, other];
      kept = await joinTwo(rows, keep, drop);
      joined.push(keep.finding_id);
    }
  }
  return joined;
}

async function severalOf({ db, tenantId }: TenantRows, sourceIds: readonly string[]): Promise<Map<string, Row[]>> {
  const own = sql`tenant_id = ${tenantId} and source_id in (${sql.join([...sourceIds])})`;
  const { rows } = await sql<Row>`select finding_id, source_id, fingerprint, status, first_seen, last_seen, resolved_at, reopened_count,
      first_job_id, triage, decided_at from findings
    where ${own} and fingerprint in (select fingerprint from findings where ${own} group by fingerprint having count(*) > 1)
    order by first_seen, finding_id`.execute(db);
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.fingerprint, [...(groups.get(row.fingerprint) ?? []), row]);
  return groups;
}

/** The later decision counts; rows come in the order of their age. */
function isRather(other: Row, than: Row): boolean {
  return (other.decided_at ?? '') > (than.decided_at ?? '');
}

async function joinTwo(rows: TenantRows, keep: Row, drop: Row): Promise<Row> {
  const { db, tenantId } = rows;
  const at = (id: string) => sql`tenant_id = ${tenantId} and finding_id = ${id}`;
  await noteOrigins(rows, keep, drop);
  if (isFresher(drop, keep)) await copy(rows, CONTENT, drop, keep);
  // Who was asked to look into it is kept, where only the other says it.
  if (keep.decided_at === null) await copy(rows, TRIAGE, drop, keep);
  await sql`delete from findings where ${at(drop.finding_id)}`.execute(db);
  const now = merged(keep, drop);
  await sql`update findings set source_id = ${now.source_id}, status = ${now.status}, resolved_at = ${now.resolved_at},
      first_seen = ${now.first_seen}, last_seen = ${now.last_seen}, reopened_count = ${now.reopened_count}, first_job_id = ${now.first_job_id},
      shared = 1 where ${at(keep.finding_id)}`.execute(db);
  return now;
}

/** What each source knew stays known, and the finding is found by the id that it had. */
async function noteOrigins({ db, tenantId }: TenantRows, keep: Row, drop: Row): Promise<void> {
  const ofDrop = sql`tenant_id = ${tenantId} and finding_id = ${drop.finding_id}`;
  await sql`insert into finding_origins (tenant_id, finding_id, source_id, status, first_seen, last_seen, resolved_at, first_job_id,
      last_job_id, evidence_id, document_hash)
    select tenant_id, finding_id, source_id, case when status = 'resolved' then 'resolved' else 'open' end, first_seen, last_seen,
      resolved_at, first_job_id, last_job_id, evidence_id, document_hash
    from findings where tenant_id = ${tenantId} and finding_id in (${keep.finding_id}, ${drop.finding_id}) and shared = 0
    on conflict do nothing`.execute(db);
  await sql`update finding_origins set former_id = ${drop.finding_id} where ${ofDrop} and source_id = ${drop.source_id}`.execute(db);
  const known = sql`select source_id from finding_origins where tenant_id = ${tenantId} and finding_id = ${keep.finding_id}`;
  await sql`delete from finding_origins where ${ofDrop} and source_id in (${known})`.execute(db);
  await sql`update finding_origins set finding_id = ${keep.finding_id} where ${ofDrop}`.execute(db);
}

async function copy({ db, tenantId }: TenantRows, columns: readonly string[], from: Row, to: Row): Promise<void> {
  const set = columns.map((column) => `${column} = other.${column}`).join(', ');
  await sql`update findings set ${sql.raw(set)} from
      (select ${sql.raw(columns.join(', '))} from findings where tenant_id = ${tenantId} and finding_id = ${from.finding_id}) as other
    where tenant_id = ${tenantId} and finding_id = ${to.finding_id}`.execute(db);
}

function isGone({ status }: Row): boolean {
  return status === 'resolved';
}

function isFresher(one: Row, other: Row): boolean {
  return isGone(one) === isGone(other) ? one.last_seen > other.last_seen : isGone(other);
}

function merged(keep: Row, drop: Row): Row {
  const [older] = drop.first_seen < keep.first_seen ? [drop] : [keep];
  const fresh = isFresher(drop, keep) ? drop : keep;
  const triage = keep.decided_at === null ? drop.triage : keep.triage;
  const gone = isGone(keep) && isGone(drop);
  return {
    ...keep,
    source_id: isGone(keep) && !isGone(drop) ? drop.source_id : keep.source_id,
    status: gone ? 'resolved' : isSuppressing(triage) ? 'suppressed' : isSuppressing(fresh.triage) ? 'open' : fresh.status,
    triage,
    decided_at: keep.decided_at ?? drop.decided_at,
    first_seen: older.first_seen,
    first_job_id: older.first_job_id,
    last_seen: drop.last_seen > keep.last_seen ? drop.last_seen : keep.last_seen,
    resolved_at: gone ? ([keep.resolved_at, drop.resolved_at].sort().at(-1) ?? null) : null,
    reopened_count: Math.max(keep.reopened_count, drop.reopened_count),
  };
}
