import type { Selectable, Updateable } from 'kysely';
import type { AgreedException } from '../../policy/exceptions.js';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type ExceptionRow = Selectable<Tables['exceptions']>;

/** Stored are the first four; what has passed its end reads as `expired`. */
export const exceptionStatuses = ['pending', 'approved', 'rejected', 'revoked', 'expired'] as const;
export type ExceptionStatus = (typeof exceptionStatuses)[number];

export interface ExceptionFilter {
  status?: ExceptionStatus | undefined;
  source_id?: string | undefined;
}

function ownExceptions({ db, tenantId }: TenantStore) {
  return db.selectFrom('exceptions').selectAll().where('tenant_id', '=', tenantId);
}

type Query = ReturnType<typeof ownExceptions>;

/** Exceptions of one tenant. */
export class ExceptionRepository {
  constructor(private readonly store: TenantStore) {}

  async create(row: Omit<ExceptionRow, 'tenant_id'>): Promise<ExceptionRow> {
    const whole = { tenant_id: this.store.tenantId, ...row };
    await this.store.db.insertInto('exceptions').values(whole).execute();
    return whole;
  }

  find(exceptionId: string): Promise<ExceptionRow | undefined> {
    return ownExceptions(this.store).where('exception_id', '=', exceptionId).executeTakeFirst();
  }

  /** Newest first. */
  async list<T>(filter: ExceptionFilter, now: string, page: PageRequest, item: (row: ExceptionRow) => T): Promise<Page<T>> {
    let query = withStatus(ownExceptions(this.store), filter.status, now);
    if (filter.source_id !== undefined) query = query.where('source_id', '=', filter.source_id);
    const rows = await newestFirst(query, ['created_at', 'exception_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.created_at, row.exception_id], item);
  }

  /** False when its status is another by now. */
  async change(exceptionId: string, from: string, change: Updateable<Tables['exceptions']>): Promise<boolean> {
    const { numUpdatedRows } = await this.store.db
      .updateTable('exceptions')
      .set(change)
      .where('tenant_id', '=', this.store.tenantId)
      .where('exception_id', '=', exceptionId)
      .where('status', '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async remove(exceptionId: string): Promise<void> {
    await this.store.db
      .deleteFrom('exceptions')
      .where('tenant_id', '=', this.store.tenantId)
      .where('exception_id', '=', exceptionId)
      .execute();
  }

  /** Those in force at a time, oldest first. */
  async inForce(now: string): Promise<AgreedException[]> {
    const rows = await ownExceptions(this.store)
      .where('status', '=', 'approved')
      .where('expires_at', '>', now)
      .orderBy('exception_id')
      .execute();
    return rows.map(agreed);
  }

  /** In force now and ending before a time, the next to end first. */
  ending(now: string, before: string): Promise<ExceptionRow[]> {
    return ownExceptions(this.store)
      .where('status', '=', 'approved')
      .where('expires_at', '>', now)
      .where('expires_at', '<=', before)
      .orderBy('expires_at')
      .orderBy('exception_id')
      .execute();
  }
}

/** What an exception is at a time. */
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
