import type { SharedStore } from './store.js';

/** Enters a tenant that an administrator of the service, or an identity provider by a mapping of theirs, has named. */
export async function ensureTenant({ db }: SharedStore, tenantId: string, now: string): Promise<void> {
  await db
    .insertInto('tenants')
    .values({ tenant_id: tenantId, name: tenantId, created_at: now })
    .onConflict((clash) => clash.column('tenant_id').doNothing())
    .execute();
}

/** True for what may name a tenant. `system` keeps the denials of those who are nobody's. */
export function isTenantId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(text) && text !== 'system';
}
