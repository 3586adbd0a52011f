import { selectMany } from './layer/many-rows.js';
import type { TenantStore } from './layer/store.js';
import { Table } from './layer/table.js';
import type { Draft } from './layer/tables.js';

export type SpanRow = Draft<'trace_spans'>;

/** Spans of one tenant. */
export class SpanRepository extends Table<'trace_spans'> {
  constructor(store: TenantStore) {
    super(store, 'trace_spans');
  }

  /** Adds those that do not exist yet; returns their number. */
  async add(rows: readonly SpanRow[]): Promise<number> {
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    const known = new Set((await this.known(rows)).map(keyOf));
    const fresh = [...byKey].filter(([key]) => !known.has(key)).map(([, row]) => row);
    await this.createMany(fresh, []);
    return fresh.length;
  }

  private known(rows: readonly SpanRow[]) {
    const traces = [...new Set(rows.map(({ trace_id }) => trace_id))];
    return selectMany(traces, (trace_id) => this.select(['trace_id', 'span_id'], { trace_id }).execute());
  }
}

function keyOf({ trace_id, span_id }: Pick<SpanRow, 'trace_id' | 'span_id'>): string {
  return `${trace_id} ${span_id}`;
}
