import { sql } from 'kysely';
import type { NodeKind } from '../../model/graph.js';
import type { JsonObject } from '../../support/json.js';
import { among, chunksOf, inPieces, selectMany } from './layer/many-rows.js';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';
import type { GraphEntry } from './schema/graph-entry.js';
import type { EdgeKey } from './schema/knowledge-changes.js';

/** The columns of a node that the graph in memory holds. */
export type GraphShapeRow = Pick<Tables['graph_nodes'], 'node_id' | 'source_id' | 'kind' | 'label' | 'severity'>;
export type GraphNodeRow = GraphShapeRow & Pick<Tables['graph_nodes'], 'properties' | 'first_seen' | 'last_seen'>;
/** One edge of any source. */
export type GraphEdgeRow = Pick<Tables['graph_edges'], 'from_id' | 'to_id' | 'kind'>;
/** One change of a node or an edge of a source. */
export interface GraphChange {
  changed_at: string;
  source_id: string;
  change: string;
  item: string;
  /** The node or edge as it was last. */
  document: JsonObject;
}

/** Kinds of nodes of which a tenant has few beside the others. */
export type RareKind = Exclude<NodeKind, 'finding' | 'package'>;

export interface ChangeRange {
  /** RFC 3339, exclusive. */
  from: string;
  to: string;
  sourceId?: string | undefined;
  limit: number;
}

/** Rows in one read. */
const PIECE = 1000;

/** Changes of the graph in one row. */
const ENTRIES = 200;

type HistoryPlace = Pick<Tables['graph_history'], 'changed_at' | 'source_id' | 'seq'>;

const SHAPE = ['node_id', 'source_id', 'kind', 'label', 'severity'] as const;
const EDGE = ['from_id', 'to_id', 'kind'] as const;

/** The graph of one tenant, as its sources state it. */
export class GraphRepository {
  constructor(private readonly store: TenantStore) {}

  /** All nodes as each source states them, ordered by id. */
  shape(): AsyncGenerator<readonly GraphShapeRow[]> {
    const all = this.nodes(SHAPE).limit(PIECE);
    return inPieces<GraphShapeRow>(PIECE, (last) =>
      (last ? all.where(sql<boolean>`(node_id, source_id) > (${last.node_id}, ${last.source_id})`) : all).execute(),
    );
  }

  /** Some nodes as each source states them, ordered by id. */
  shapeOf(ids: readonly string[]): Promise<GraphShapeRow[]> {
    return selectMany(ids, (some) =>
      this.nodes(SHAPE)
        .where(among(this.store, 'node_id', some))
        .execute(),
    );
  }

  /** Some nodes with all columns. */
  known(ids: readonly string[]): Promise<GraphNodeRow[]> {
    return selectMany(ids, (some) =>
      this.wholeNodes()
        .where(among(this.store, 'node_id', some))
        .execute(),
    );
  }

  /** All nodes of a kind with all columns. */
  ofKind(kind: RareKind): Promise<GraphNodeRow[]> {
    const ids = tenantTable(this.store, 'graph_nodes').select(['node_id'], { kind });
    return (
      this.wholeNodes()
        .where('kind', '=', kind)
        // The index holds only nodes of rare kinds. Its condition is repeated here, so that the planner can use it.
        .where('node_id', 'in', ids.where(sql<boolean>`kind not in ('finding', 'package')`))
        .execute()
    );
  }

  /** All edges, ordered by their ends and kind. */
  edges(): AsyncGenerator<readonly (GraphEdgeRow & { source_id: string })[]> {
    const all = this.ownEdges([...EDGE, 'source_id'])
      .orderBy('from_id')
      .orderBy('to_id')
      .orderBy('kind')
      .orderBy('source_id')
      .limit(PIECE);
    const after = ({ from_id, to_id, kind, source_id }: GraphEdgeRow & { source_id: string }) =>
      sql<boolean>`(from_id, to_id, kind, source_id) > (${from_id}, ${to_id}, ${kind}, ${source_id})`;
    return inPieces(PIECE, (last) => (last ? all.where(after(last)) : all).execute());
  }

  /** Edges from or to some nodes. */
  async edgesAt(ids: readonly string[]): Promise<GraphEdgeRow[]> {
    const at = (column: 'from_id' | 'to_id') =>
      selectMany(ids, (some) =>
        this.ownEdges(EDGE)
          .where(among(this.store, column, some))
          .execute(),
      );
    return [...(await at('from_id')), ...(await at('to_id'))];
  }

  /** Of these edges, those that a source still states. Other edges between the same nodes may be included. */
  edgesOf(keys: readonly EdgeKey[]): Promise<GraphEdgeRow[]> {
    return selectMany(keys, (some) =>
      this.ownEdges(EDGE)
        .where(among(this.store, 'from_id', [...new Set(some.map(([from]) => from))]))
        .where(among(this.store, 'to_id', [...new Set(some.map(([, to]) => to))]))
        .execute(),
    );
  }

  /** Changes after one time up to another, oldest first. */
  async changes({ from, to, sourceId, limit }: ChangeRange): Promise<GraphChange[]> {
    const all = tenantTable(this.store, 'graph_history')
      .select(['changed_at', 'source_id', 'seq', 'entries'], { source_id: sourceId })
      .where('changed_at', '>', from)
      .where('changed_at', '<=', to)
      .orderBy('changed_at')
      .orderBy('source_id')
      .orderBy('seq');
    const found: GraphChange[] = [];
    for (let read = 0, last: HistoryPlace | undefined; ; ) {
      // Estimates the missing rows from the number of changes in the rows before.
      const most = Math.min(PIECE, Math.ceil(((limit - found.length) * (read + 1)) / (found.length + ENTRIES)));
      const rows = await (last
        ? all.where(sql<boolean>`(changed_at, source_id, seq) > (${last.changed_at}, ${last.source_id}, ${last.seq})`)
        : all
      )
        .limit(most)
        .execute();
      for (const { changed_at, source_id, entries } of rows)
        for (const [change, item, document] of entries) found.push({ changed_at, source_id, change, item, document });
      read += rows.length;
      last = rows.at(-1);
      if (rows.length < most || found.length >= limit) return found.slice(0, limit);
    }
  }

  /** Adds the changes of a batch after those of earlier batches of the same source and time. */
  async note(batch: Pick<Draft<'graph_history'>, 'changed_at' | 'source_id' | 'job_id'>, entries: readonly GraphEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const { changed_at, source_id } = batch;
    const history = tenantTable(this.store, 'graph_history');
    const last = await history
      .select([], { changed_at, source_id })
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirst();
    const seq = (last?.seq ?? 0) + 1;
    const rows = [...chunksOf(entries, ENTRIES)].map((some, at) => ({ ...batch, seq: seq + at, entries: some }));
    await history.createMany(rows);
  }

  private nodes<C extends keyof GraphNodeRow>(columns: readonly C[]) {
    return tenantTable(this.store, 'graph_nodes').select(columns).orderBy('node_id').orderBy('source_id');
  }

  private wholeNodes() {
    return this.nodes([...SHAPE, 'properties', 'first_seen', 'last_seen']);
  }

  private ownEdges<C extends keyof GraphEdgeRow | 'source_id'>(columns: readonly C[]) {
    return tenantTable(this.store, 'graph_edges').select(columns);
  }
}
