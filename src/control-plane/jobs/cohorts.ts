import { createHash } from 'node:crypto';
import { canonicalJson } from '../../support/canonical-json.js';
import { Conflict, NotFound } from '../failures.js';
import { CohortRepository } from '../store/cohorts.js';
import type { TenantStore } from '../store/layer/store.js';
import { SourceRepository, type SourceRow } from '../store/sources.js';
import { PENDING } from './correlate.js';
import { type Launching, launch, type Requester, requireRoom, runnable } from './launch.js';

export interface CohortDraft {
  /** 2 to 32 different sources. */
  sourceIds: readonly string[];
  maxAgeHours: number;
  /** Determines the cohort's id, together with the tenant: an Idempotency-Key, or `<schedule_id>@<planned minute>`. */
  key: string;
}

export interface LaunchedCohort {
  cohort_id: string;
  manifest_hash: string;
  status: string;
  max_age_hours: number;
  jobs: { source_id: string; job_id: string }[];
}

/**
 * Queues a run of each member as one cohort, or returns the cohort that was launched with this key before. Either all
 * members run or none: NotFound for an unknown source, Conflict for one that cannot run and for a key that was used for
 * another cohort.
 */
export async function launchCohort(at: Launching, draft: CohortDraft, requester: Requester): Promise<LaunchedCohort> {
  const { store, now } = at;
  const cohortId = cohortIdOf(store.tenantId, draft.key);
  const sources = await membersOf(store, draft.sourceIds);
  const manifestHash = manifestOf(sources, draft.maxAgeHours);
  const known = await launchedBefore(store, cohortId);
  if (known && known.manifest_hash !== manifestHash) throw new Conflict('Idempotency-Key was used with another request');
  if (known) return known;
  for (const source of sources) await runnable(store, source, at.server);
  await requireRoom(store, sources.length);
  const jobs: LaunchedCohort['jobs'] = [];
  for (const source of sources) jobs.push({ source_id: source.source_id, job_id: await launch(at, source, requester, { cohortId }) });
  await new CohortRepository(store).createWith(
    {
      cohort_id: cohortId,
      manifest_hash: manifestHash,
      max_age_hours: draft.maxAgeHours,
      status: 'queued',
      correlation: PENDING,
      schedule_id: requester.scheduleId ?? null,
      requested_by: requester.requestedBy,
      created_at: now,
      finished_at: null,
    },
    jobs.map((job, position) => ({ ...job, position })),
  );
  return { cohort_id: cohortId, manifest_hash: manifestHash, status: 'queued', max_age_hours: draft.maxAgeHours, jobs };
}

/** The same key of the same tenant gives the same id on every server. */
export function cohortIdOf(tenantId: string, key: string): string {
  return `coh_${createHash('sha256')
    .update(canonicalJson(['cohort', tenantId, key]))
    .digest('hex')
    .slice(0, 32)}`;
}

/** Members in the given order. They are given by exact ids, never by names or labels. */
async function membersOf(store: TenantStore, sourceIds: readonly string[]): Promise<SourceRow[]> {
  const sources = new SourceRepository(store);
  const found: SourceRow[] = [];
  for (const id of sourceIds) {
    const source = await sources.find(id);
    if (!source) throw new NotFound('source');
    found.push(source);
  }
  return found;
}

/** SHA-256 over the members and their maximal age. The order of members does not matter. */
function manifestOf(sources: readonly SourceRow[], maxAgeHours: number): string {
  const members = sources.map(({ source_id, kind }) => ({ source_id, kind })).sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
  return createHash('sha256')
    .update(canonicalJson({ members, max_age_hours: maxAgeHours }))
    .digest('hex');
}

async function launchedBefore(store: TenantStore, cohortId: string): Promise<LaunchedCohort | undefined> {
  const cohorts = new CohortRepository(store);
  const cohort = await cohorts.find(cohortId);
  if (!cohort) return undefined;
  const members = await cohorts.members(cohortId);
  return {
    cohort_id: cohort.cohort_id,
    manifest_hash: cohort.manifest_hash,
    status: cohort.status,
    max_age_hours: cohort.max_age_hours,
    jobs: members.map(({ source_id, job_id }) => ({ source_id, job_id })),
  };
}
