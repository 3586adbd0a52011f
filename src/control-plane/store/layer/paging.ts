import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { canonicalJson } from '../../../support/canonical-json.js';
import { BadRequest } from '../../failures.js';

/** The end of a page: the values of the sort columns in its last row. */
export type Position = readonly (string | number | null)[];

/**
 * Creates and reads cursors. A cursor is valid only for the tenant, route and filter it was created for, and cannot be
 * edited.
 */
export class CursorCodec {
  constructor(private readonly key: Uint8Array) {}

  write(scope: unknown, position: Position): string {
    const body = Buffer.from(canonicalJson(position)).toString('base64url');
    return `${body}.${this.mac(scope, body).toString('base64url')}`;
  }

  /** Throws BadRequest for a cursor that this server did not create for this scope. */
  read(scope: unknown, cursor: string): Position {
    const [body = ''] = cursor.split('.', 1);
    // The text is compared, not the decoded bytes, so that a position has only one cursor.
    const given = Buffer.from(cursor);
    const expected = Buffer.from(`${body}.${this.mac(scope, body).toString('base64url')}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new BadRequest('cursor: not one of this list');
    const position: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
    return Array.isArray(position) ? position : [];
  }

  private mac(scope: unknown, body: string): Buffer {
    return createHmac('sha256', this.key).update(canonicalJson(scope)).update('\n').update(body).digest().subarray(0, 16);
  }
}

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  total?: number;
}

export interface PageRequest {
  /** What the cursor is bound to: tenant, route and filters. */
  scope: unknown;
  limit: number;
  /** Position after which the page starts. */
  after?: Position;
  codec: CursorCodec;
}

/** A page of rows that were queried with one more than the limit; the extra row shows that there is a next page. */
export function pageOfRows<R, T>(request: PageRequest, rows: readonly R[], position: (row: R) => Position, item: (row: R) => T): Page<T> {
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  const more = rows.length > request.limit && last !== undefined;
  return { items: shown.map(item), next_cursor: more ? request.codec.write(request.scope, position(last)) : null };
}

/** Rows of a page in descending order of a time and an id, with one more than the limit, for `pageOfRows`. */
export function newestFirst<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  [at, id]: readonly [keyof O & string, keyof O & string],
  { after: [lastAt, lastId] = [], limit }: PageRequest,
): SelectQueryBuilder<DB, TB, O> {
  const [time, key] = [sql.ref(at), sql.ref(id)];
  const isLater = typeof lastAt === 'string' && typeof lastId === 'string';
  const rest = isLater ? query.where(sql<SqlBool>`(${time}, ${key}) < (${lastAt}, ${lastId})`) : query;
  return rest
    .orderBy(time, 'desc')
    .orderBy(key, 'desc')
    .limit(limit + 1);
}

/** A page of a query's rows in descending order of a time and an id, both of which it selects. */
export async function newestPage<
  DB,
  TB extends keyof DB,
  At extends string,
  Id extends string,
  O extends Readonly<Record<At | Id, string>>,
  T,
>(
  query: SelectQueryBuilder<DB, TB, O>,
  [at, id]: readonly [At & keyof O & string, Id & keyof O & string],
  request: PageRequest,
  item: (row: O) => T,
): Promise<Page<T>> {
  const rows = await newestFirst(query, [at, id], request).execute();
  return pageOfRows(request, rows as O[], (row) => [row[at], row[id]], item);
}
