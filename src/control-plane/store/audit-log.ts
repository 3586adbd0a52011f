import { type AuditEntry, type ChainHead, faultAtEnd, type KeyRing, seal, type Unsealed } from '../../audit/chain.js';
import { locked, oneAtATime } from './layer/dialects.js';
import type { Store, TenantStore } from './layer/store.js';
import { type Table, tenantTable } from './layer/table.js';
import { tenantIds } from './tenants.js';

export type AuditFact = Omit<Unsealed, 'tenant_id'>;

const HEAD = ['seq', 'mac', 'key_id', 'head_mac'] as const;

/** The audit chain of one tenant. Its head moves in the transaction of the change, so no change lacks its event. */
export class AuditLog {
  private readonly events: Table<'audit_events'>;
  private readonly heads: Table<'audit_heads'>;

  constructor(
    private readonly store: TenantStore,
    private readonly ring: KeyRing,
  ) {
    this.events = tenantTable(store, 'audit_events');
    this.heads = tenantTable(store, 'audit_heads');
  }

  async append(fact: AuditFact): Promise<AuditEntry> {
    const { entry, head } = seal({ ...fact, tenant_id: this.store.tenantId }, await this.lockedHead(), this.ring);
    await this.events.create(entry);
    await this.heads.put(head);
    return entry;
  }

  head(): Promise<ChainHead | undefined> {
    return this.heads.select(HEAD).executeTakeFirst();
  }

  /** What is wrong at the end of the chain; undefined for nothing. It reads two rows. */
  async faultAtEnd(): Promise<string | undefined> {
    // An event that is written between the two reads moves both on; the second look sees it.
    for (let tries = 1; ; tries += 1) {
      const head = await this.head();
      const last = await this.events.rows().orderBy('seq', 'desc').limit(1).executeTakeFirst();
      const fault = faultAtEnd(this.store.tenantId, { head, last }, this.ring);
      if (fault === undefined || tries === 3) return fault;
    }
  }

  /** Until the transaction ends, nobody else can append. */
  private async lockedHead(): Promise<ChainHead | undefined> {
    const query = locked(this.store, this.heads.select(HEAD));
    const found = await query.executeTakeFirst();
    if (found) return found;
    // Two concurrent first events of a tenant must not both be the first.
    await oneAtATime(this.store, 'first audit event');
    return query.executeTakeFirst();
  }

  /** Entries in the order of the chain, `size` at a time, after the given sequence number. */
  after(seq: number, size = 500): Promise<AuditEntry[]> {
    return this.events.rows().where('seq', '>', seq).orderBy('seq').limit(size).execute();
  }
}

/** True when any tenant has an event. */
export async function hasEvents(store: Store): Promise<boolean> {
  for (const tenantId of await tenantIds(store)) {
    if (await store.read(tenantId, (own) => tenantTable(own, 'audit_heads').has({}))) return true;
  }
  return false;
}
