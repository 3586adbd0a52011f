import { type AuditEntry, type ChainVerdict, ChainVerifier, type KeyRing } from '../../audit/chain.js';
import { Conflict } from '../failures.js';
import { AuditLog } from './audit-log.js';
import { type Page, type PageRequest, pageOfRows } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';

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
export async function searchAudit(store: TenantStore, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>> {
  const { action, actor, target_type, target_id, outcome, from, to } = filter;
  let query = tenantTable(store, 'audit_events').rows({ action, actor, target_type, target_id, outcome });
  if (from !== undefined) query = query.where('timestamp', '>=', from);
  if (to !== undefined) query = query.where('timestamp', '<', to);
  const [seq] = page.after ?? [];
  if (typeof seq === 'number') query = query.where('seq', '<', seq);
  const rows = await query
    .orderBy('seq', 'desc')
    .limit(page.limit + 1)
    .execute();
  return pageOfRows(
    page,
    rows,
    (row) => [row.seq],
    (row) => row,
  );
}

/** What events are about; of kinds, one of several. */
interface Target {
  target_type: string | readonly string[];
  target_id: string;
}

/** The last events about one target, newest first. */
export function historyOf(store: TenantStore, { target_type, target_id }: Target, most: number) {
  return tenantTable(store, 'audit_events')
    .select(['event_id', 'timestamp', 'actor', 'action', 'outcome', 'details'], { target_type, target_id })
    .orderBy('seq', 'desc')
    .limit(most)
    .execute();
}

/**
 * The conflict of a change that is based on an older state: who changed the target last, what, and when. `what` is the
 * target in words, and `action` says which events change it.
 */
export async function changedMeanwhile(
  store: TenantStore,
  what: string,
  { action, target_id }: { action: string | readonly string[]; target_id: string },
): Promise<Conflict> {
  const changes = tenantTable(store, 'audit_events').select(['actor', 'timestamp', 'details'], { action, target_id });
  const last = await changes.orderBy('seq', 'desc').limit(1).executeTakeFirst();
  if (!last) return new Conflict(`${what} was changed: load it again`);
  const { changed = last.details.fields } = last.details;
  const fields = Array.isArray(changed) && changed.length > 0 ? changed.join(', ') : what;
  return new Conflict(`${last.actor} changed ${fields} at ${last.timestamp}: load ${what} again`);
}

/** Verifies the whole chain of the handle's tenant, in one consistent view. */
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

/** True when the tenant has rows that cannot exist without an event. */
async function hasActed(store: TenantStore): Promise<boolean> {
  return (await tenantTable(store, 'api_keys').has({})) || (await tenantTable(store, 'sources').has({}));
}
