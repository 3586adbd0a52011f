import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';
import { targetOf } from './origins/target.js';

/** The sources whose findings can be the same: those that read the same thing as one of them, itself included. */
export async function readersOfSame(store: TenantStore, sourceId: string): Promise<string[]> {
  const own = await tenantTable(store, 'sources').select(['kind', 'scope'], { source_id: sourceId }).executeTakeFirst();
  const target = own && targetOf(own);
  if (target === undefined) return [sourceId];
  const sources = await tenantTable(store, 'sources').select(['source_id', 'kind', 'scope']).orderBy('source_id').execute();
  return sources.filter((one) => targetOf(one) === target).map(({ source_id }) => source_id);
}
