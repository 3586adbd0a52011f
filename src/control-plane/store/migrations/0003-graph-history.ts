import { tableStatements } from '../schema/create-tables.js';
import type { Dialect } from '../schema/dialect.js';
import { graphHistorySchema } from './0003-graph-history-tables.js';

/** Changes of an old table that become one row. */
const IN_A_ROW = 200;

function moved(entries: string): string {
  const batch = `tenant_id, changed_at, source_id, job_id, (seq - 1) / ${IN_A_ROW}`;
  return `insert into graph_history (tenant_id, changed_at, seq, source_id, job_id, entries)
    select tenant_id, changed_at, min(seq), source_id, job_id, ${entries} from graph_changes group by ${batch}`;
}

/** Stores many changes of the graph in one row. */
export function graphHistory(dialect: Dialect): string[] {
  const made = tableStatements(graphHistorySchema, dialect);
  if (dialect === 'sqlite')
    return [...made, moved('json_group_array(json_array(change, item, json(document)) order by seq)'), 'drop table graph_changes'];
  // Row-level security would hide the rows of all tenants even from the owner of the tables.
  const own = (change: string) => ['graph_changes', 'graph_history'].map((table) => `alter table ${table} ${change} row level security`);
  const entries = 'json_agg(json_build_array(change, item, document::json) order by seq)::text';
  return [...made, ...own('no force'), moved(entries), 'drop table graph_changes', 'alter table graph_history force row level security'];
}
