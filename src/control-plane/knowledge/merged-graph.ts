import { type GraphNode, type NodeKind, nodeKinds } from '../../model/graph.js';
import { compareSeverity, type Severity, severities } from '../../model/severity.js';
import { type GraphNodeRow, GraphRepository, type RareKind } from '../store/graph.js';
import type { TenantStore } from '../store/layer/store.js';

/** A node with everything that its sources state about it. */
export interface KnownNode extends GraphNode {
  /** Ids of the sources that see it, sorted. */
  sources: string[];
  first_seen: string;
  last_seen: string;
  properties: Record<string, unknown>;
}

/** Complete nodes in the order of these ids, read from the database. Nodes that no longer exist are left out. */
export async function knownNodes(store: TenantStore, ids: readonly string[]): Promise<KnownNode[]> {
  const known = joined(await new GraphRepository(store).known(ids));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** All complete nodes of a kind. */
export async function knownOfKind(store: TenantStore, kind: RareKind): Promise<KnownNode[]> {
  return [...joined(await new GraphRepository(store).ofKind(kind)).values()];
}

/** The fields of a node that a graph shows. */
export function plainNode({ id, kind, label, severity }: GraphNode): GraphNode {
  return { id, kind, label, ...(severity !== undefined && { severity }) };
}

/** The worse of the severities that two sources state. */
export function joinSeverity(known: Severity | undefined, said: Severity | undefined): { severity?: Severity } {
  if (known === undefined || (said !== undefined && compareSeverity(said, known) > 0)) return said === undefined ? {} : { severity: said };
  return { severity: known };
}

function joined(rows: readonly GraphNodeRow[]): Map<string, KnownNode> {
  const nodes = new Map<string, KnownNode>();
  for (const row of rows) {
    const kind = nodeKinds.find((one) => one === row.kind);
    if (kind === undefined) continue;
    const known = nodes.get(row.node_id);
    if (known) addSighting(known, row);
    else nodes.set(row.node_id, firstSighting(row, kind));
  }
  return nodes;
}

function firstSighting(row: GraphNodeRow, kind: NodeKind): KnownNode {
  const { node_id, label, source_id, first_seen, last_seen } = row;
  const properties = propertiesOf(row);
  return { id: node_id, kind, label, ...joinSeverity(undefined, severityOf(row)), sources: [source_id], first_seen, last_seen, properties };
}

function addSighting(known: KnownNode, row: GraphNodeRow): void {
  known.sources.push(row.source_id);
  if (row.first_seen < known.first_seen) known.first_seen = row.first_seen;
  if (row.last_seen > known.last_seen) known.last_seen = row.last_seen;
  Object.assign(known, joinSeverity(known.severity, severityOf(row)));
  if (row.properties !== '{}') known.properties = { ...propertiesOf(row), ...known.properties };
}

function propertiesOf({ properties }: GraphNodeRow): Record<string, unknown> {
  return properties === '{}' ? {} : JSON.parse(properties);
}

function severityOf({ severity }: GraphNodeRow): Severity | undefined {
  return severities.find((one) => one === severity);
}
