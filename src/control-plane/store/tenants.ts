import type { SharedStore, Store } from './store.js';

/** Enters a tenant; gives whether it is new. Who may call for one, auth/tenant-entry.ts says. */
export async function ensureTenant({ db }: SharedStore, tenantId: string, now: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('tenants')
    .values({ tenant_id: tenantId, name: tenantId, created_at: now })
    .onConflict((clash) => clash.column('tenant_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function isTenant({ db }: SharedStore, tenantId: string): Promise<boolean> {
  const found = await db.selectFrom('tenants').select('tenant_id').where('tenant_id', '=', tenantId).executeTakeFirst();
  return found !== undefined;
}

/** Every tenant there is. */
export async function tenantIds(store: Store): Promise<string[]> {
  const rows = await store.shared(({ db }) => db.selectFrom('tenants').select('tenant_id').orderBy('tenant_id').execute());
  return rows.map(({ tenant_id }) => tenant_id);
}

/** True for what may name a tenant. `system` keeps the denials of those who are nobody's. */
export function isTenantId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(text) && text !== 'system';
}
