/** Drops indexes that cost every write and that few queries used. */
export function fewerIndexes(): string[] {
  return [
    // No query used it: exceptions find their findings by words.
    'drop index findings_by_problem_id',
    // Findings and packages are most of a graph, and no query asks for all of them.
    'drop index graph_nodes_by_kind_node_id',
    `create index graph_nodes_of_few on graph_nodes (tenant_id, kind, node_id) where kind not in ('finding', 'package')`,
  ];
}
