import type { SharedStore, Store } from './layer/store.js';
import { sharedTable } from './layer/table.js';

/** Adds a tenant; returns whether it is new. auth/tenant-entry.ts decides who may create one. */
export function ensureTenant(shared: SharedStore, tenantId: string, now: string): Promise<boolean> {
  return sharedTable(shared, 'tenants').createNew({ tenant_id: tenantId, name: tenantId, created_at: now });
}

export function isTenant(shared: SharedStore, tenantId: string): Promise<boolean> {
  return sharedTable(shared, 'tenants').has({ tenant_id: tenantId });
}

/** All tenants. */
export async function tenantIds(store: Pick<Store, 'shared'>): Promise<string[]> {
  const rows = await store.shared((shared) => sharedTable(shared, 'tenants').select(['tenant_id']).orderBy('tenant_id').execute());
  return rows.map(({ tenant_id }) => tenant_id);
}

/** True for a valid tenant id. `system` is reserved for denials that belong to no tenant. */
export function isTenantId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(text) && text !== 'system';
}
