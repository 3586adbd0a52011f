import type { Selectable } from 'kysely';
import { type AuditEntry, type ChainHead, type KeyRing, seal, type Unsealed } from '../../audit/chain.js';
import type { Store, TenantStore } from './store.js';
import type { Tables } from './tables.js';
import { tenantIds } from './tenants.js';

export type AuditFact = Omit<Unsealed, 'tenant_id'>;

/** The audit chain of one tenant. The head moves in the transaction of the effect, so there is none without its event. */
export class AuditLog {
  constructor(
    private readonly store: TenantStore,
    private readonly ring: KeyRing,
  ) {}

  async append(fact: AuditFact): Promise<AuditEntry> {
    const { tenantId, db } = this.store;
    const { entry, head } = seal({ ...fact, tenant_id: tenantId }, await this.head(true), this.ring);
    await db
      .insertInto('audit_events')
      .values({ ...entry, details: JSON.stringify(entry.details) })
      .execute();
    await db
      .insertInto('audit_heads')
      .values({ tenant_id: tenantId, ...head })
      .onConflict((clash) => clash.column('tenant_id').doUpdateSet(head))
      .execute();
    return entry;
  }

  /** `locked`: nobody else may append until the transaction ends. */
  async head(locked = false): Promise<ChainHead | undefined> {
    const { tenantId, db, dialect } = this.store;
    const query = db.selectFrom('audit_heads').select(['seq', 'mac', 'key_id', 'head_mac']).where('tenant_id', '=', tenantId);
    if (!locked || dialect === 'sqlite') return query.executeTakeFirst();
    const found = await query.forUpdate().executeTakeFirst();
    if (found) return found;
    // Two first events of a tenant must not both be the first.
    await db.selectFrom('tenants').select('tenant_id').where('tenant_id', '=', tenantId).forUpdate().executeTakeFirst();
    return query.forUpdate().executeTakeFirst();
  }

  /** Entries in the order of the chain, `size` at a time, after the given sequence number. */
  async after(seq: number, size = 500): Promise<AuditEntry[]> {
    const { tenantId, db } = this.store;
    const rows = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(size)
      .execute();
    return rows.map(entryOf);
  }
}

/** A row as the entry that was sealed. */
export function entryOf(row: Selectable<Tables['audit_events']>): AuditEntry {
  return { ...row, details: JSON.parse(row.details) };
}

/** True when some tenant has an event. */
export async function hasEvents(store: Store): Promise<boolean> {
  for (const tenantId of await tenantIds(store)) {
    const head = await store.read(tenantId, ({ db }) =>
      db.selectFrom('audit_heads').select('seq').where('tenant_id', '=', tenantId).executeTakeFirst(),
    );
    if (head) return true;
  }
  return false;
}
