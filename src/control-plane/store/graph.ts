import { type Selectable, sql } from 'kysely';
import { inPieces } from './many-rows.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type GraphNodeRow = Pick<
  Selectable<Tables['graph_nodes']>,
  'node_id' | 'source_id' | 'kind' | 'label' | 'severity' | 'properties' | 'first_seen' | 'last_seen'
>;
export type GraphEdgeRow = Pick<Selectable<Tables['graph_edges']>, 'from_id' | 'to_id' | 'kind' | 'source_id'>;
export type GraphChangeRow = Pick<
  Selectable<Tables['graph_changes']>,
  'changed_at' | 'source_id' | 'item' | 'change' | 'thing' | 'document'
>;

export interface ChangeRange {
  /** RFC 3339; itself left out. */
  from: string;
  to: string;
  sourceId?: string | undefined;
  limit: number;
}

/** Rows that are read at once. */
const PIECE = 1000;

/** The graph of one tenant, as its sources tell it. */
export class GraphRepository {
  constructor(private readonly store: TenantStore) {}

  /** In the order of their ids. */
  nodes(): AsyncGenerator<readonly GraphNodeRow[]> {
    const { db, tenantId } = this.store;
    const all = db
      .selectFrom('graph_nodes')
      .select(['node_id', 'source_id', 'kind', 'label', 'severity', 'properties', 'first_seen', 'last_seen'])
      .where('tenant_id', '=', tenantId)
      .orderBy('node_id')
      .orderBy('source_id')
      .limit(PIECE);
    return inPieces<GraphNodeRow>(PIECE, (last) =>
      (last ? all.where(sql<boolean>`(node_id, source_id) > (${last.node_id}, ${last.source_id})`) : all).execute(),
    );
  }

  /** In the order of their ends and kind. */
  edges(): AsyncGenerator<readonly GraphEdgeRow[]> {
    const { db, tenantId } = this.store;
    const all = db
      .selectFrom('graph_edges')
      .select(['from_id', 'to_id', 'kind', 'source_id'])
      .where('tenant_id', '=', tenantId)
      .orderBy('from_id')
      .orderBy('to_id')
      .orderBy('kind')
      .orderBy('source_id')
      .limit(PIECE);
    const after = ({ from_id, to_id, kind, source_id }: GraphEdgeRow) =>
      sql<boolean>`(from_id, to_id, kind, source_id) > (${from_id}, ${to_id}, ${kind}, ${source_id})`;
    return inPieces<GraphEdgeRow>(PIECE, (last) => (last ? all.where(after(last)) : all).execute());
  }

  /** Changes after one time up to another, oldest first. */
  changes({ from, to, sourceId, limit }: ChangeRange): Promise<GraphChangeRow[]> {
    const { db, tenantId } = this.store;
    let query = db
      .selectFrom('graph_changes')
      .select(['changed_at', 'source_id', 'item', 'change', 'thing', 'document'])
      .where('tenant_id', '=', tenantId)
      .where('changed_at', '>', from)
      .where('changed_at', '<=', to);
    if (sourceId !== undefined) query = query.where('source_id', '=', sourceId);
    return query.orderBy('changed_at').orderBy('source_id').orderBy('seq').limit(limit).execute();
  }
}
