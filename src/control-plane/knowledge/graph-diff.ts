import type { JsonObject } from '../../support/json.js';
import type { GraphChange } from '../store/graph.js';

export const itemKinds = ['node', 'edge'] as const;
export const changeKinds = ['added', 'changed', 'removed'] as const;
type ItemKind = (typeof itemKinds)[number];
type ChangeKind = (typeof changeKinds)[number];

/** The net change of one node or edge of one source over a time. */
export interface NetChange {
  item: ItemKind;
  change: ChangeKind;
  source_id: string;
  /** Time of its last change. */
  changed_at: string;
  /** The node or edge as it was last. */
  document: JsonObject;
}

/** Joins changes, given in the order they happened, into one for each node or edge. One that came and went in between is left out. */
export function netChanges(rows: readonly GraphChange[]): NetChange[] {
  const net = new Map<string, { first: ChangeKind; last: GraphChange; change: ChangeKind }>();
  for (const row of rows) {
    const change = changeKinds.find((one) => one === row.change);
    if (change === undefined) continue;
    const key = `${row.source_id} ${row.item} ${thingOf(row.document)}`;
    net.set(key, { first: net.get(key)?.first ?? change, last: row, change });
  }
  return [...net.values()].flatMap(({ first, last, change }) => {
    const total = together(first, change);
    const item = itemKinds.find((one) => one === last.item);
    if (total === undefined || item === undefined) return [];
    return [{ item, change: total, source_id: last.source_id, changed_at: last.changed_at, document: last.document }];
  });
}

/** Identifies a node by its id, and an edge by both ends and its kind. */
function thingOf({ id, from, to, kind }: JsonObject): string {
  return typeof id === 'string' ? id : JSON.stringify([from, to, kind]);
}

/** Joins the first and the last change: added and removed is none, removed and added again is a change. */
function together(first: ChangeKind, last: ChangeKind): ChangeKind | undefined {
  if (first === 'added') return last === 'removed' ? undefined : 'added';
  return last === 'added' ? 'changed' : last;
}
