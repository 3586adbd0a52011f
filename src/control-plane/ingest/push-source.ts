import { createHash } from 'node:crypto';
import type { SourceKind } from '../../api/source-scope.js';
import { noteEvent } from '../auth/note-event.js';
import type { TenantWork } from '../auth/tenant-work.js';
import { Conflict, Forbidden, NotFound } from '../failures.js';
import { requireQuota } from '../limits/quota.js';
import { QuotaRepository } from '../store/quotas.js';
import { SourceRepository, type SourceRow } from '../store/sources.js';

/** The source a push is for. */
export interface PushTarget {
  kind: SourceKind;
  /** Kinds that the push feeds as well, where one of them is named. */
  alsoFeeds?: readonly SourceKind[];
  /** Named by the caller. */
  sourceId?: string | undefined;
  /** What the source must cover; also the scope of one that is made. */
  scope?: Readonly<Record<string, string>>;
}

export interface PushSource {
  row: SourceRow;
  /** True when the caller or its credential named it: only then is a push all there is to know of the source. */
  named: boolean;
}

/**
 * The source a push is for: the one its credential is bound to, else the one it names, else the oldest enabled one of the kind,
 * else one that is made now. Throws Forbidden for another source than the credential's own, NotFound for one that is not the
 * tenant's, and Conflict for one that is disabled or takes pushes of another kind.
 */
export async function sourceOfPush(work: TenantWork, target: PushTarget): Promise<PushSource> {
  const { by, store } = work;
  // Every push takes the locks it may need in this order: quota, source, audit chain. In different orders two would wait for one another.
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

/** Members of the scope that the source leaves open fit. */
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
 * The source that decisions of the gateway belong to where none is named: the oldest enabled one, else the oldest, else one that is
 * made now. A decision is not withheld on account of a quota of sources, nor for a source that is switched off.
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

/** Its id follows from what it is for, so that two first pushes make one source. */
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
