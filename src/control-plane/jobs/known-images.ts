import { isObject, type JsonObject } from '../../support/json.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { KnownImage } from './worker-contract.js';

/** The images of a source in the graph: what its earlier runs saw, and was still there at the last whole one. */
export async function knownImages(store: TenantStore, source_id: string): Promise<KnownImage[]> {
  const rows = await tenantTable(store, 'graph_nodes').select(['label', 'properties'], { source_id, kind: 'image' }).execute();
  return rows.map(({ label, properties }) => {
    const value: unknown = typeof properties === 'string' ? JSON.parse(properties) : properties;
    const told: JsonObject = isObject(value) ? value : {};
    return { reference: label, platforms: platformsIn(told['platforms']), isScanned: told['scanned'] === true };
  });
}

function platformsIn(listed: unknown): KnownImage['platforms'] {
  return Array.isArray(listed) ? listed.filter(isPlatform) : [];
}

function isPlatform(value: unknown): value is KnownImage['platforms'][number] {
  return isObject(value) && typeof value['platform'] === 'string' && typeof value['digest'] === 'string';
}
