import type { Selectable } from 'kysely';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type GraphNodeRow = Pick<
  Selectable<Tables['graph_nodes']>,
  'node_id' | 'source_id' | 'kind' | 'label' | 'severity' | 'properties' | 'first_seen' | 'last_seen'
>;
export type GraphEdgeRow = Pick<Selectable<Tables['graph_edges']>, 'from_id' | 'to_id' | 'kind' | 'source_id'>;
export type GraphChangeRow = Pick<Selectable<Tables['graph_changes']>, 'changed_at' | 'seq' | 'source_id' | 'item' | 'change' | 'document'>;

export interface ChangeRange {
  /** RFC 3339; itself left out. */
  from: string;
  to: string;
  sourceId?: string | undefined;
  limit: number;
}

/** The graph of one tenant, as its sources tell it. */
export class GraphRepository {
  constructor(private readonly store: TenantStore) {}

  nodes(): Promise<GraphNodeRow[]> {
    const { db, tenantId } = this.store;
    return db
      .selectFrom('graph_nodes')
      .select(['node_id', 'source_id', 'kind', 'label', 'severity', 'properties', 'first_seen', 'last_seen'])
      .where('tenant_id', '=', tenantId)
      .orderBy('node_id')
      .orderBy('source_id')
      .execute();
  }

  /** In the order of their ends and kind. */
  edges(): Promise<GraphEdgeRow[]> {
    const { db, tenantId } = this.store;
    return db
      .selectFrom('graph_edges')
      .select(['from_id', 'to_id', 'kind', 'source_id'])
      .where('tenant_id', '=', tenantId)
      .orderBy('from_id')
      .orderBy('to_id')
      .orderBy('kind')
      .orderBy('source_id')
      .execute();
  }

  /** Changes after one time up to another, oldest first. */
  changes({ from, to, sourceId, limit }: ChangeRange): Promise<GraphChangeRow[]> {
    const { db, tenantId } = this.store;
    let query = db
      .selectFrom('graph_changes')
      .select(['changed_at', 'seq', 'source_id', 'item', 'change', 'document'])
      .where('tenant_id', '=', tenantId)
      .where('changed_at', '>', from)
      .where('changed_at', '<=', to);
    if (sourceId !== undefined) query = query.where('source_id', '=', sourceId);
    return query.orderBy('changed_at').orderBy('source_id').orderBy('seq').limit(limit).execute();
  }
}
