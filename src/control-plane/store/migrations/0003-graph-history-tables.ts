import { list, schema } from '../schema/columns.js';
import type { GraphEntry } from '../schema/graph-entry.js';

/** The history of the graph, for differences between two times. */
export const graphHistorySchema = schema({
  /** One row for many changes of a batch, because a row for each would be most of what a push writes. */
  graph_history: {
    tenant: true,
    columns: {
      changed_at: 'text',
      /** Number within the source, whose lock the writer holds. */
      seq: 'integer',
      source_id: 'text',
      job_id: 'text?',
      /** Changes in the order they happened. */
      entries: list<GraphEntry>(),
    },
    primary: ['changed_at', 'source_id', 'seq'],
    numbered: true,
  },
});
