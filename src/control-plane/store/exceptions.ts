import { sql } from 'kysely';
import type { AgreedException } from '../../policy/exceptions.js';
import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { type RowChange, Table } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type ExceptionRow = Tables['exceptions'];

/** The first four are stored; an approved exception after its end is read as `expired`. */
export const exceptionStatuses = ['pending', 'approved', 'rejected', 'revoked', 'expired'] as const;
export type ExceptionStatus = (typeof exceptionStatuses)[number];

export interface ExceptionFilter {
  status?: ExceptionStatus | undefined;
  source_id?: string | undefined;
}

/** Exceptions of one tenant. */
export class ExceptionRepository extends Table<'exceptions'> {
  constructor(store: TenantStore) {
    super(store, 'exceptions');
  }

  /** Newest first. */
  list<T>({ status, source_id }: ExceptionFilter, now: string, page: PageRequest, item: (row: ExceptionRow) => T): Promise<Page<T>> {
    return newestPage(withStatus(this.rows({ source_id }), status, now), ['created_at', 'exception_id'], page, item);
  }

  /** False when it has another status by now. */
  async change(exception_id: string, from: string, change: RowChange<'exceptions'>): Promise<boolean> {
    return (await this.updateWhere({ exception_id, status: from }, change)) > 0;
  }

  /** Those in force at a time, oldest first. */
  async inForce(now: string): Promise<AgreedException[]> {
    const rows = await this.rows({ status: 'approved' }).where('expires_at', '>', now).orderBy('exception_id').execute();
    return rows.map(agreed);
  }

  /** Those about one of these problems or rules, newest first. */
  naming(problems: readonly string[]): Promise<ExceptionRow[]> {
    const wanted = problems.map((problem) => problem.toLowerCase());
    return this.rows().where(sql<string>`lower(problem_id)`, 'in', wanted).orderBy('exception_id', 'desc').execute();
  }

  /** Those in force now that end before a time, the next to end first. */
  ending(now: string, before: string): Promise<ExceptionRow[]> {
    return this.rows({ status: 'approved' })
      .where('expires_at', '>', now)
      .where('expires_at', '<=', before)
      .orderBy('expires_at')
      .orderBy('exception_id')
      .execute();
  }
}

type Query = ReturnType<ExceptionRepository['rows']>;

/** The status of an exception at a time. */
export function statusAt({ status, expires_at }: Pick<ExceptionRow, 'status' | 'expires_at'>, now: string): ExceptionStatus {
  if ((status === 'pending' || status === 'approved') && expires_at <= now) return 'expired';
  return exceptionStatuses.find((known) => known === status) ?? 'pending';
}

function withStatus(query: Query, status: ExceptionStatus | undefined, now: string): Query {
  if (status === undefined) return query;
  if (status === 'expired') return query.where('status', 'in', ['pending', 'approved']).where('expires_at', '<=', now);
  const having = query.where('status', '=', status);
  return status === 'pending' || status === 'approved' ? having.where('expires_at', '>', now) : having;
}

function agreed({ exception_id, problem_id, purl, fingerprint, source_id, expires_at }: ExceptionRow): AgreedException {
  return {
    id: exception_id,
    problem: problem_id,
    expires: expires_at,
    ...(purl !== null && { purl }),
    ...(fingerprint !== null && { fingerprint }),
    ...(source_id !== null && { source: source_id }),
  };
}
