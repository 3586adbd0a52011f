import { list, schema } from '../schema/columns.js';
import type { GraphEntry } from '../schema/graph-entry.js';

/** What came and went, for differences between two times. */
export const graphHistorySchema = schema({
  /** One row for up to so many changes of a batch: a row for each would be most of what a push writes. */
  graph_history: {
    tenant: true,
    columns: {
      changed_at: 'text',
      /** Numbered within a source: who writes for one holds its lock. */
      seq: 'integer',
      source_id: 'text',
      job_id: 'text?',
      /** In the order they happened. */
      entries: list<GraphEntry>(),
    },
    primary: ['changed_at', 'source_id', 'seq'],
    numbered: true,
  },
});
