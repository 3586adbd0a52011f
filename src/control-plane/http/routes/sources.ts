import type { sourceRoutes } from '../../../api/sources.js';
import { connectionIn } from '../../connectors/cloud-connection.js';
import { warehouseOrReason } from '../../connectors/warehouse.js';
import { NotFound } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { launchCohort } from '../../jobs/cohorts.js';
import { launchSource, type Requester } from '../../jobs/launch.js';
import { shownJob } from '../../jobs/shown.js';
import { connectorHealths } from '../../sources/connector-health.js';
import { shownSource } from '../../sources/health.js';
import { testSource } from '../../sources/test.js';
import { createSource, dropSource, type SourceWork, updateSource } from '../../sources/write.js';
import { CloudConnectionRepository } from '../../store/cloud-connections.js';
import { JobRepository } from '../../store/jobs.js';
import type { TenantStore } from '../../store/layer/store.js';
import { SourceRepository, type SourceRow } from '../../store/sources.js';
import type { Call, Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';
import { workOf } from '../tenant-work.js';

const DEFAULT_MAX_AGE_HOURS = 168;

export const sourceHandlers: Handlers<typeof sourceRoutes> = {
  createSource: async (call) => {
    const row = await createSource(sourceWork(call), call.body);
    const headers = { location: `/v1/sources/${row.source_id}` };
    const details = { kind: row.kind, display_name: row.display_name };
    return { body: shownSource(row, undefined), headers, audit: { target_id: row.source_id, details } };
  },
  listSources: async (call) => {
    const sources = new SourceRepository(call.store);
    const page = await sources.list(call.query, pageRequest(call, 'sources'), (row) => row);
    const last = await sources.lastJobs(page.items);
    const open = await sources.openFindings(page.items.map(({ source_id }) => source_id));
    const healths = await connectorHealths(call.store, page.items);
    const items = page.items.map((row) => ({
      ...shownSource(row, last.get(row.last_job_id ?? '')),
      open_findings: open.get(row.source_id) ?? 0,
      connector_health: healths.get(row.source_id) ?? null,
    }));
    return { body: { ...page, items } };
  },
  getSource: async ({ store, params }) => {
    const row = await requireSource(store, params.source_id);
    return { body: { ...(await withLastJob(store, row)), linked: await new SourceRepository(store).links(row.source_id) } };
  },
  updateSource: async (call) => {
    const { row, changed } = await updateSource(sourceWork(call), call.params.source_id, call.body);
    return { body: await withLastJob(call.store, row), audit: { target_id: row.source_id, details: { changed } } };
  },
  deleteSource: async ({ store, shared, params, plane }) => {
    const result = await dropSource(store, shared, params.source_id, timeOf(plane));
    return { audit: { target_id: params.source_id, details: { result } } };
  },
  testSource: async ({ store, params, plane }) => {
    const row = await requireSource(store, params.source_id);
    const connectionId = connectionIn(row.scope);
    const found = connectionId === undefined ? undefined : await new CloudConnectionRepository(store).find(connectionId);
    const connection = row.kind === 'connector.warehouse' ? await warehouseOrReason(store, row.scope) : found;
    const checks = testSource(row, plane.options, connection);
    const status = checks.every(({ ok }) => ok) ? 'ok' : 'failed';
    return {
      body: { status, checks, tested_at: timeOf(plane) },
      audit: { target_id: row.source_id, outcome: status === 'ok' ? 'success' : 'failure' },
    };
  },
  runSource: async (call) => {
    const { store, shared, params, plane } = call;
    const body = await launchSource({ store, shared, now: timeOf(plane), server: plane.options }, params.source_id, requester(call));
    return { body, audit: { target_id: params.source_id, details: { job_id: body.job_id } }, after: () => plane.wakeWorkers() };
  },
  runCohort: async (call) => {
    const { store, shared, plane, body, idempotencyKey = '' } = call;
    const { source_ids: sourceIds, max_age_hours: maxAgeHours = DEFAULT_MAX_AGE_HOURS } = body;
    const draft = { sourceIds, maxAgeHours, key: idempotencyKey };
    const cohort = await launchCohort({ store, shared, now: timeOf(plane), server: plane.options }, draft, requester(call));
    const details = { manifest_hash: cohort.manifest_hash, source_ids: sourceIds };
    return { body: cohort, audit: { target_id: cohort.cohort_id, details }, after: () => plane.wakeWorkers() };
  },
  listSourceJobs: async (call) => {
    const { store, query, params } = call;
    await requireSource(store, params.source_id);
    const filter = { status: query.status, source_id: params.source_id };
    return { body: await new JobRepository(store).list(filter, pageRequest(call, `source-jobs ${params.source_id}`), shownJob) };
  },
};

/** The tenant's source with this id. Rejects with NotFound. */
export async function requireSource(store: TenantStore, sourceId: string): Promise<SourceRow> {
  const row = await new SourceRepository(store).find(sourceId);
  if (!row) throw new NotFound('source');
  return row;
}

type AnyCall = Pick<Call<never>, 'store' | 'shared' | 'plane' | 'principal' | 'request' | 'idempotencyKey'>;

/** The transaction, caller and server options for a change of sources. */
export function sourceWork(call: AnyCall): SourceWork {
  return { ...workOf(call), scanRoots: call.plane.options.scanRoots };
}

/** The caller as the requester of a job. */
export function requester({ principal, request, idempotencyKey }: AnyCall): Requester {
  const { actor: requestedBy, role } = principal;
  return { requestedBy, role, traceId: request.traceId, ...(idempotencyKey !== undefined && { idempotencyKey }) };
}

async function withLastJob(store: TenantStore, row: SourceRow) {
  const last = await new SourceRepository(store).lastJobs([row]);
  return shownSource(row, last.get(row.last_job_id ?? ''));
}
