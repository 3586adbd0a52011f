import { sql } from 'kysely';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';
import type { EdgeKey, KnowledgeChanges } from './schema/knowledge-changes.js';

/** A larger change is not listed; views are then computed again. */
const MOST_NAMED = 30_000;
/** Number of versions whose changes are kept; those with many changes are longer and are removed sooner. */
const KEPT = 2000;
const LARGE_KEPT = 100;
const LARGE_LENGTH = 10_000;
/** How many versions pass between removals of old ones. */
const TIDY_EVERY = 50;

/**
 * Records what has changed in the tenant's findings and graph. Call it at the end of the transaction that changes them,
 * because others wait from here until its end.
 */
export async function bumpKnowledge(store: TenantStore, changes: KnowledgeChanges): Promise<void> {
  const version = await tenantTable(store, 'knowledge_versions').addTo({ version: 1 }, 'version');
  const { findings, refs, nodes, edges } = changes;
  const named = findings.length + refs.length + nodes.length + edges.length <= MOST_NAMED;
  await tenantTable(store, 'knowledge_changes').create({ version, changes: named ? { findings, refs, nodes, edges } : null });
  if (version % TIDY_EVERY === 0) await tidy(store, version);
}

async function tidy(store: TenantStore, version: number): Promise<void> {
  await tenantTable(store, 'knowledge_changes')
    .removing()
    .where(({ or, and, eb }) =>
      or([
        eb('version', '<=', version - KEPT),
        and([eb('version', '<=', version - LARGE_KEPT), eb(sql<number>`length(changes)`, '>', LARGE_LENGTH)]),
      ]),
    )
    .execute();
}

/** Increases with every change of the tenant's findings or graph, by any process. */
export async function knowledgeVersion(store: TenantStore): Promise<number> {
  return (await tenantTable(store, 'knowledge_versions').select(['version']).executeTakeFirst())?.version ?? 0;
}

/** What changed after one version up to another; undefined when that is no longer known. */
export async function changesBetween(store: TenantStore, after: number, upTo: number): Promise<KnowledgeChanges | undefined> {
  const rows = await tenantTable(store, 'knowledge_changes')
    .select(['changes'])
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .orderBy('version')
    .execute();
  if (rows.length < upTo - after) return undefined;
  const all = { findings: new Set<string>(), refs: new Set<string>(), nodes: new Set<string>(), edges: new Map<string, EdgeKey>() };
  for (const { changes } of rows) {
    if (changes === null) return undefined;
    for (const id of changes.findings) all.findings.add(id);
    for (const ref of changes.refs) all.refs.add(ref);
    for (const id of changes.nodes) all.nodes.add(id);
    for (const key of changes.edges) all.edges.set(key.join('\n'), key);
  }
  return { findings: [...all.findings], refs: [...all.refs], nodes: [...all.nodes], edges: [...all.edges.values()] };
}
