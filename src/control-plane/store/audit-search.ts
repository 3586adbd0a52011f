import { type ChainVerdict, ChainVerifier, type KeyRing } from '../../audit/chain.js';
import { AuditLog, entryOf } from './audit-log.js';
import { type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';

export interface AuditFilter {
  action?: string | undefined;
  actor?: string | undefined;
  target_type?: string | undefined;
  target_id?: string | undefined;
  outcome?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Events of one tenant, newest first. */
export async function searchAudit({ tenantId, db }: TenantStore, filter: AuditFilter, page: PageRequest): Promise<Page<unknown>> {
  let query = db.selectFrom('audit_events').selectAll().where('tenant_id', '=', tenantId);
  for (const column of ['action', 'actor', 'target_type', 'target_id', 'outcome'] as const) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  if (filter.from !== undefined) query = query.where('timestamp', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('timestamp', '<', filter.to);
  const [seq] = page.after ?? [];
  if (typeof seq === 'number') query = query.where('seq', '<', seq);
  const rows = await query
    .orderBy('seq', 'desc')
    .limit(page.limit + 1)
    .execute();
  return pageOfRows(page, rows, (row) => [row.seq], entryOf);
}

/** Walks the whole chain of the handle's tenant, in one consistent view. */
export async function verifyChain(store: TenantStore, ring: KeyRing): Promise<ChainVerdict> {
  const log = new AuditLog(store, ring);
  const head = await log.head();
  const verifier = new ChainVerifier(store.tenantId, ring);
  for (let last = 0; ; ) {
    const entries = await log.after(last);
    for (const entry of entries) if (!verifier.take(entry)) return verifier.end(head);
    const end = entries.at(-1);
    if (!end) break;
    last = end.seq;
  }
  const verdict = verifier.end(head);
  if (!verdict.valid || verdict.events > 0 || !(await hasActed(store))) return verdict;
  return { valid: false, events: 0, first_bad_seq: 1, reason: 'all events are missing' };
}

/** Whether something is there that cannot have come about without an event. */
async function hasActed({ db, tenantId }: TenantStore): Promise<boolean> {
  const rows = await Promise.all(
    (['api_keys', 'sources'] as const).map((table) =>
      db.selectFrom(table).select('tenant_id').where('tenant_id', '=', tenantId).limit(1).executeTakeFirst(),
    ),
  );
  return rows.some((row) => row !== undefined);
}
