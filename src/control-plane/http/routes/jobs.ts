import type { jobRoutes } from '../../../api/jobs.js';
import type { ScanReport } from '../../../model/report.js';
import { licenseInventory } from '../../../report/license-inventory.js';
import type { FormatOf } from '../../../report/registry.js';
import { authenticate } from '../../auth/authenticate.js';
import type { Principal } from '../../auth/principal.js';
import { NotFound } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { cancelJob, deleteJob } from '../../jobs/change.js';
import { collectorsOf, type Exported, render, reportOf, skillAuditOf } from '../../jobs/exports.js';
import { sourceFor } from '../../jobs/inline-source.js';
import { launch } from '../../jobs/launch.js';
import { openCohortStatus } from '../../jobs/schedule-outcome.js';
import { shownJob } from '../../jobs/shown.js';
import { shownSpec } from '../../jobs/spec.js';
import { follow } from '../../jobs/stream.js';
import { CohortRepository } from '../../store/cohorts.js';
import { JobRepository, type JobRow } from '../../store/jobs.js';
import type { TenantStore } from '../../store/layer/store.js';
import { lastEventId } from '../../streams/event-stream.js';
import type { Handlers, Reply } from '../call.js';
import { pageRequest } from '../page-request.js';
import type { ControlPlane } from '../plane.js';
import { requester, requireSource, sourceWork } from './sources.js';

export const jobHandlers: Handlers<typeof jobRoutes> = {
  createScan: async (call) => {
    const { store, shared, body, plane } = call;
    const source = 'source_id' in body ? await requireSource(store, body.source_id) : await sourceFor(sourceWork(call), body);
    const options = body.options;
    const jobId = await launch(
      { store, shared, now: timeOf(plane), server: plane.options },
      source,
      requester(call),
      options ? { options } : {},
    );
    const row = await requireJob(store, jobId);
    return {
      body: shownJob(row),
      headers: { location: `/v1/scan/${jobId}` },
      audit: { target_id: jobId, details: { source_id: source.source_id, kind: source.kind } },
      after: () => plane.wakeWorkers(),
    };
  },
  getScan: async ({ store, params }) => {
    const row = await requireJob(store, params.job_id);
    const jobs = new JobRepository(store);
    const source_name = (await jobs.sourceNames([row])).get(row.source_id ?? '') ?? null;
    return { body: { ...shownJob(row), source_name, target: shownSpec(row.spec), evidence: await jobs.evidence(row.job_id) } };
  },
  streamScan: async ({ store, params, plane, principal, headers, peer }) => {
    const row = await requireJob(store, params.job_id);
    const after = lastEventId(headers['last-event-id']) ?? 0;
    const checkAccess = () => authenticate({ method: 'GET', headers, peer, isRecheck: true }, plane);
    return { stream: () => follow(plane, { tenantId: principal.tenantId, jobId: row.job_id, after, checkAccess }) };
  },
  getScanCollectors: {
    prepare: async ({ plane, principal, params }) => {
      const body = collectorsOf(await reportOf(plane, principal.tenantId, params.job_id));
      return async () => ({ body });
    },
  },
  listJobs: async (call) => {
    const jobs = new JobRepository(call.store);
    const page = await jobs.list(call.query, pageRequest(call, 'jobs'), (row) => row);
    const names = await jobs.sourceNames(page.items);
    return {
      body: { ...page, items: page.items.map((row) => ({ ...shownJob(row), source_name: names.get(row.source_id ?? '') ?? null })) },
    };
  },
  cancelScan: async ({ store, shared, params, plane }) => {
    const row = await cancelJob({ ground: plane, store, shared }, params.job_id);
    return {
      body: shownJob(row),
      audit: { target_id: row.job_id, details: { source_id: row.source_id } },
      after: () => plane.wakeWorkers(),
    };
  },
  deleteScan: async ({ store, shared, params, plane }) => {
    const { job_id, source_id, status } = await deleteJob({ ground: plane, store, shared }, params.job_id);
    return { audit: { target_id: job_id, details: { source_id, status } } };
  },
  exportGraph: exporting('graph-export', ({ report, jobId }, { format = 'graph' }: { format?: FormatOf<'graph'> | undefined }) =>
    render(report, format, jobId),
  ),
  exportLicenses: exporting('licenses', ({ report, jobId }) => asJson(licenseInventory(report), `${jobId}.licenses`)),
  exportVex: exporting('vex', ({ report, jobId }, { format = 'openvex' }: { format?: 'openvex' | 'cyclonedx' | undefined }) =>
    render(report, format, jobId),
  ),
  exportSkillAudit: exporting('skill-audit', ({ report, jobId }) => asJson(skillAuditOf(report), `${jobId}.skill-audit`)),
  exportReport: exporting(
    'report',
    ({ report, jobId }, { format = 'json' }: { format?: FormatOf<'document' | 'feed' | 'graph'> | undefined }) =>
      render(report, format, jobId),
  ),
  getCohort: async ({ store, params }) => ({ body: await shownCohort(store, params.cohort_id) }),
};

async function requireJob(store: TenantStore, jobId: string): Promise<JobRow> {
  const row = await new JobRepository(store).find(jobId);
  if (!row) throw new NotFound('job');
  return row;
}

interface Source {
  report: ScanReport;
  jobId: string;
}

interface ExportCall<Q> {
  plane: ControlPlane;
  principal: Principal;
  params: { job_id: string };
  query: Q;
}

/** An export is read and rendered before its transaction, which only writes the audit event. */
function exporting<Q>(name: string, make: (source: Source, query: Q) => Promise<Exported> | Exported) {
  return {
    prepare: async ({ plane, principal, params, query }: ExportCall<Q>) => {
      const jobId = params.job_id;
      const report = await reportOf(plane, principal.tenantId, jobId);
      const { text, contentType, fileName } = await make({ report, jobId }, query);
      const headers = { 'content-type': contentType, 'content-disposition': `attachment; filename="${fileName}"` };
      return async (): Promise<Reply> => ({ body: text, headers, audit: { target_id: jobId, details: { export: name, file: fileName } } });
    },
  };
}

function asJson(value: object, name: string): Exported {
  return { text: `${JSON.stringify(value)}\n`, contentType: 'application/json; charset=utf-8', fileName: `${name}.json` };
}

async function shownCohort(store: TenantStore, cohortId: string) {
  const cohorts = new CohortRepository(store);
  const cohort = await cohorts.find(cohortId);
  if (!cohort) throw new NotFound('cohort');
  const jobs = await new JobRepository(store).ofCohort(cohortId);
  const status = new Map(jobs.map((row) => [row.job_id, row.status]));
  const members = await cohorts.members(cohortId);
  return {
    ...cohort,
    ...(cohort.finished_at === null && { status: openCohortStatus(jobs) }),
    jobs: members.map(({ source_id, job_id }) => ({ source_id, job_id, status: status.get(job_id) })),
  };
}
