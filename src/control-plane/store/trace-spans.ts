import { insertMany, selectMany } from './many-rows.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type SpanRow = Omit<Tables['trace_spans'], 'tenant_id'>;

/** Spans of one tenant. */
export class SpanRepository {
  constructor(private readonly store: TenantStore) {}

  /** Adds those that are not there yet; gives how many were. */
  async add(rows: readonly SpanRow[]): Promise<number> {
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    const known = new Set((await this.known(rows)).map(keyOf));
    const fresh = [...byKey].filter(([key]) => !known.has(key)).map(([, row]) => row);
    await insertMany(this.store, 'trace_spans', fresh, { key: ['trace_id', 'span_id'], update: [] });
    return fresh.length;
  }

  private known(rows: readonly SpanRow[]) {
    const { tenantId, db } = this.store;
    const traces = [...new Set(rows.map(({ trace_id }) => trace_id))];
    return selectMany(traces, (some) =>
      db
        .selectFrom('trace_spans')
        .select(['trace_id', 'span_id'])
        .where('tenant_id', '=', tenantId)
        .where('trace_id', 'in', some)
        .execute(),
    );
  }
}

function keyOf({ trace_id, span_id }: Pick<SpanRow, 'trace_id' | 'span_id'>): string {
  return `${trace_id} ${span_id}`;
}
