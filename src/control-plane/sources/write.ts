import type { z } from 'zod';
import type { sourceDraft, sourceUpdate } from '../../api/sources.js';
import type { TenantWork } from '../auth/tenant-work.js';
import { Conflict, NotFound, Unprocessable } from '../failures.js';
import { newId } from '../ids.js';
import { lockSource } from '../ingest/write.js';
import { requireQuota } from '../limits/quota.js';
import { changedMeanwhile } from '../store/audit-search.js';
import { announce } from '../store/delivery-outbox.js';
import { OriginRepository } from '../store/findings/finding-origins.js';
import { FindingRepository } from '../store/findings/findings.js';
import { bumpKnowledge } from '../store/knowledge-version.js';
import type { SharedStore, TenantStore } from '../store/layer/store.js';
import { targetOf } from '../store/origins/target.js';
import { SourceRepository, type SourceRow } from '../store/sources.js';
import { checkedScope } from './scope-check.js';

/** A change of sources, with the folders that they may name. */
export interface SourceWork extends TenantWork {
  scanRoots: readonly string[];
}

/**
 * Registers a source. Throws Unprocessable for a scope that does not match its kind, NotFound for an unknown
 * credential.
 */
export async function createSource(work: SourceWork, draft: z.output<typeof sourceDraft>): Promise<SourceRow> {
  const { labels = {}, enabled = true, credential_ref = null } = draft;
  const sources = new SourceRepository(work.store);
  await requireQuota(work.store, 'sources');
  return sources.create({
    source_id: newId('src'),
    kind: draft.kind,
    display_name: draft.display_name,
    description: draft.description ?? null,
    owner: draft.owner ?? work.by.subject,
    connector_name: draft.connector_name ?? null,
    credential_mode: await credentialMode(sources, draft.credential_mode, credential_ref),
    credential_ref,
    enabled,
    status: enabled ? 'configured' : 'disabled',
    scope: checkedScope(draft.kind, draft.scope, work.scanRoots),
    labels,
    created_by: work.by.actor,
    created_at: work.now,
    updated_at: work.now,
    last_run_at: null,
    last_success_at: null,
    last_job_id: null,
    covered_at: null,
  });
}

/** The mode of the credential, which must be active; `none` without one. */
async function credentialMode(
  sources: SourceRepository,
  given: string | undefined,
  reference: string | null,
): Promise<'none' | 'reference'> {
  if (reference === null) {
    if (given === 'reference') throw new Unprocessable('credential_ref: the mode reference needs one');
    return 'none';
  }
  if (given === 'none') throw new Unprocessable('credential_mode: a source with a credential_ref has the mode reference');
  const status = await sources.credentialStatus(reference);
  if (status === undefined) throw new NotFound('credential');
  if (status === 'retired') throw new Conflict('the credential is retired');
  return 'reference';
}

/**
 * Applies a change to a source: absent fields are kept, null removes a value. Returns the new row and the names of the
 * given fields.
 */
export async function updateSource(
  work: SourceWork,
  sourceId: string,
  change: z.output<typeof sourceUpdate>,
): Promise<{ row: SourceRow; changed: string[] }> {
  const sources = new SourceRepository(work.store);
  const row = await sources.lock(sourceId);
  if (!row) throw new NotFound('source');
  if (row.status === 'retired') throw new Conflict('the source is retired');
  const { scope, labels, enabled, credential_mode, credential_ref, expected_updated_at: expected, ...plain } = change;
  if (expected !== undefined && expected !== row.updated_at)
    throw await changedMeanwhile(work.store, 'the source', { action: 'source.update', target_id: sourceId });
  const reference = credential_ref === undefined ? row.credential_ref : credential_ref;
  const detached = credential_mode === 'none' && credential_ref === undefined ? null : reference;
  const checked = scope === undefined ? row.scope : checkedScope(row.kind as z.output<typeof sourceDraft>['kind'], scope, work.scanRoots);
  if (targetOf({ ...row, scope: checked }) !== targetOf(row)) await leaveOthers(work, sourceId);
  await sources.update(sourceId, {
    ...plain,
    scope: checked,
    ...(labels !== undefined && { labels }),
    ...(enabled !== undefined && { enabled, status: statusWhen(enabled, row) }),
    ...((credential_mode !== undefined || credential_ref !== undefined) && {
      credential_ref: detached,
      credential_mode: await credentialMode(sources, detached === null ? undefined : credential_mode, detached),
    }),
    updated_at: work.now,
  });
  return {
    row: (await sources.find(sourceId)) ?? row,
    changed: Object.keys(change)
      .filter((name) => name !== 'expected_updated_at')
      .sort(),
  };
}

/** What other sources see in the thing that this one read before stays theirs. */
async function leaveOthers({ store, now }: SourceWork, sourceId: string): Promise<void> {
  await lockSource(store, sourceId);
  await announceLeft(store, await new OriginRepository(store).leave(sourceId, now), now);
}

async function announceLeft(store: TenantStore, { left, closed }: { left: string[]; closed: string[] }, now: string): Promise<void> {
  if (left.length === 0) return;
  const rows = await new FindingRepository(store).listed(left);
  const refs = new Set(rows.flatMap(({ component, subject }) => [component, subject].filter((ref) => ref !== null)));
  await bumpKnowledge(store, { findings: rows.map(({ finding_id }) => finding_id), refs: [...refs], nodes: [], edges: [] });
  await announce(
    store,
    closed.map((finding_id) => ({ what: 'finding.resolved', finding_id })),
    now,
  );
}

function statusWhen(enabled: boolean, { status }: SourceRow): string {
  if (!enabled) return 'disabled';
  return status === 'disabled' ? 'configured' : status;
}

/** Retires a source that other objects refer to, and deletes one without references. Throws NotFound. */
export async function dropSource(store: TenantStore, shared: SharedStore, sourceId: string, now: string): Promise<'retired' | 'removed'> {
  const sources = new SourceRepository(store);
  const row = await sources.lock(sourceId);
  if (!row) throw new NotFound('source');
  await sources.disableSchedules(shared, sourceId, now);
  const links = await sources.links(sourceId);
  if (Object.values(links).every((count) => count === 0)) {
    await sources.remove(sourceId);
    return 'removed';
  }
  await lockSource(store, sourceId);
  await sources.update(sourceId, { status: 'retired', enabled: false, credential_ref: null, credential_mode: 'none', updated_at: now });
  await announceLeft(store, await new OriginRepository(store).retire(sourceId, now), now);
  return 'retired';
}
