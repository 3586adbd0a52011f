import { createHash } from 'node:crypto';
import type { SourceKind } from '../../api/source-scope.js';
import { noteEvent } from '../auth/note-event.js';
import type { TenantWork } from '../auth/tenant-work.js';
import { Conflict, Forbidden, NotFound } from '../failures.js';
import { requireQuota } from '../limits/quota.js';
import { QuotaRepository } from '../store/quotas.js';
import { SourceRepository, type SourceRow } from '../store/sources.js';

/** What the source of a push must be. */
export interface PushTarget {
  kind: SourceKind;
  /** Further kinds that accept the push when the caller names a source. */
  alsoFeeds?: readonly SourceKind[];
  /** Named by the caller. */
  sourceId?: string | undefined;
  /** What the source must cover; also the scope of a new source. */
  scope?: Readonly<Record<string, string>>;
}

export interface PushSource {
  row: SourceRow;
  /** True when the caller or its credential named the source: only then a push may be complete. */
  named: boolean;
}

/**
 * The source of a push: the one that the credential is bound to, else the one that the caller names, else the oldest
 * enabled one of the kind, else a new one. Throws Forbidden for a source other than the credential's own, NotFound for
 * an unknown one, and Conflict for one that is disabled or takes other pushes.
 */
export async function sourceOfPush(work: TenantWork, target: PushTarget): Promise<PushSource> {
  const { by, store } = work;
  // Every push takes its locks in this order: quota, source, audit chain. With different orders two pushes would wait
  // for each other.
  await new QuotaRepository(store).lock();
  const bound = by.sourceId;
  if (bound !== undefined && target.sourceId !== undefined && target.sourceId !== bound)
    throw new Forbidden('this credential may push only for its own source');
  const wanted = target.sourceId ?? bound;
  if (wanted === undefined) return { row: await foundOrMade(work, target), named: false };
  const row = await new SourceRepository(store).find(wanted);
  if (!row) throw new NotFound('source');
  if (!fits(row, target)) throw refusal(bound !== undefined);
  if (!row.enabled || row.status === 'retired') throw new Conflict('the source is disabled');
  return { row, named: true };
}

function refusal(isBound: boolean): Error {
  return isBound
    ? new Forbidden('the source of this credential takes pushes of another kind')
    : new Conflict('the source takes pushes of another kind');
}

/** Members of the scope that the source does not set match anything. */
function fits(row: SourceRow, { kind, alsoFeeds = [], scope = {} }: PushTarget): boolean {
  if (![kind, ...alsoFeeds].some((one) => one === row.kind)) return false;
  return Object.entries(scope).every(([member, value]) => row.scope[member] === undefined || row.scope[member] === value);
}

async function foundOrMade(work: TenantWork, target: PushTarget): Promise<SourceRow> {
  const candidates = (await new SourceRepository(work.store).ofKind(target.kind)).filter((row) => fits(row, target));
  const enabled = candidates.find((row) => row.enabled);
  if (enabled) return enabled;
  if (candidates.length > 0) throw new Conflict('every source for this kind of push is disabled');
  return makeSource(work, target);
}

/**
 * The source for decisions of the gateway that name none: the oldest enabled one, else the oldest, else a new one. A
 * quota of sources or a disabled source does not block a decision.
 */
export async function defaultSource(work: TenantWork): Promise<SourceRow> {
  const target = { kind: 'runtime.gateway' } as const;
  const known = await new SourceRepository(work.store).ofKind(target.kind);
  return known.find(({ enabled }) => enabled) ?? known[0] ?? addSource(work, target);
}

async function makeSource(work: TenantWork, target: PushTarget): Promise<SourceRow> {
  await requireQuota(work.store, 'sources');
  return addSource(work, target);
}

/** The id is derived from the source's purpose, so that two concurrent first pushes create one source. */
async function addSource(work: TenantWork, { kind, scope = {} }: PushTarget): Promise<SourceRow> {
  const { by, now, store } = work;
  const what = [kind.slice(kind.indexOf('.') + 1).replaceAll('_', ' '), ...Object.values(scope)].join(', ');
  const row = {
    source_id: `src_${createHash('sha256')
      .update(JSON.stringify([store.tenantId, kind, scope]))
      .digest('hex')
      .slice(0, 26)}`,
    kind,
    display_name: `Pushed: ${what}`,
    description: null,
    owner: by.subject,
    connector_name: null,
    credential_mode: 'none',
    credential_ref: null,
    enabled: true,
    status: 'configured',
    scope,
    labels: {},
    created_by: by.actor,
    created_at: now,
    updated_at: now,
    last_run_at: null,
    last_success_at: null,
    last_job_id: null,
    covered_at: null,
  };
  if (await new SourceRepository(store).createNew(row)) {
    await noteEvent(work, 'source.create', { target_id: row.source_id, details: { kind, by: 'push' } });
  }
  return { tenant_id: store.tenantId, ...row };
}
