import type { RootOperationNode, TableNode } from 'kysely';
import { asCaller, currentSpan, spanned, startSpan } from '../../../system/tracing.js';
import type { Store } from './store.js';

/** A statement that has run, as the database layer tells of it. */
export interface RanStatement {
  query: { query: RootOperationNode };
  queryDurationMillis: number;
  level: 'query' | 'error';
}

/** The store, with a span for each transaction of a caller that has one. */
export function tracedStore(store: Store): Store {
  const facts = { 'db.system.name': store.dialect === 'sqlite' ? 'sqlite' : 'postgresql' };
  return {
    dialect: store.dialect,
    read: (tenantId, work) => spanned({ name: 'db read', kind: 'client', facts }, () => store.read(tenantId, asCaller(work))),
    // Writers take turns, so that one caller's turn may run the work of another.
    write: (tenantId, work) => spanned({ name: 'db write', kind: 'client', facts }, () => store.write(tenantId, asCaller(work))),
    shared: (work) => spanned({ name: 'db shared', kind: 'client', facts }, () => store.shared(asCaller(work))),
    probe: () => store.probe(),
    close: () => store.close(),
  };
}

/** A span for a statement that has just run: its kind and table, never its text or values. */
export function noteStatement({ query, queryDurationMillis, level }: RanStatement): void {
  const parent = currentSpan();
  if (parent === undefined) return;
  const name = statementName(query.query);
  const now = Date.now();
  startSpan({ name, kind: 'client', parent, startMs: now - queryDurationMillis, facts: { 'db.query.summary': name } })?.end({
    endMs: now,
    ...(level === 'error' && { failed: 'statement' }),
  });
}

function statementName(node: RootOperationNode): string {
  switch (node.kind) {
    case 'SelectQueryNode':
      return `select ${tableOf(node.from?.froms[0])}`;
    case 'InsertQueryNode':
      return `insert ${tableOf(node.into)}`;
    case 'UpdateQueryNode':
      return `update ${tableOf(node.table)}`;
    case 'DeleteQueryNode':
      return `delete ${tableOf(node.from.froms[0])}`;
    default:
      return 'statement';
  }
}

function tableOf(node: { kind: string } | undefined): string {
  if (node?.kind === 'AliasNode' && 'node' in node) return tableOf(node.node as { kind: string });
  return node?.kind === 'TableNode' ? (node as TableNode).table.identifier.name : 'rows';
}
