import type { TenantStore } from './store.js';

/** Says that findings or graph of the tenant have changed; in the transaction that changes them. */
export async function bumpKnowledge({ db, tenantId }: TenantStore): Promise<void> {
  await db
    .insertInto('knowledge_versions')
    .values({ tenant_id: tenantId, version: 1 })
    .onConflict((clash) => clash.column('tenant_id').doUpdateSet(({ eb }) => ({ version: eb('knowledge_versions.version', '+', 1) })))
    .execute();
}

/** Grows with every change of the tenant's findings or graph, by whichever process. */
export async function knowledgeVersion({ db, tenantId }: TenantStore): Promise<number> {
  const row = await db.selectFrom('knowledge_versions').select('version').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.version ?? 0;
}
