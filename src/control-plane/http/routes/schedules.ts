import { OCCURRENCES_SHOWN, type scheduleRoutes } from '../../../api/schedules.js';
import { requireInstalled } from '../../connectors/installed.js';
import { Conflict, NotFound, Unprocessable } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { newId } from '../../ids.js';
import { type CronFault, nextOccurrence } from '../../jobs/cron.js';
import { type RunWithOutcome, withOutcomes } from '../../jobs/schedule-outcome.js';
import { requireQuota } from '../../limits/quota.js';
import type { OutsideOptions } from '../../outbound/outbound.js';
import { whyNeverRun } from '../../sources/never-run.js';
import { changedMeanwhile } from '../../store/audit-search.js';
import type { TenantStore } from '../../store/layer/store.js';
import { ScheduleRepository, type ScheduleRow } from '../../store/schedules.js';
import { SourceRepository } from '../../store/sources.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

const RUNS_SHOWN = 10;

export const scheduleHandlers: Handlers<typeof scheduleRoutes> = {
  createSchedule: async ({ store, shared, body, principal, plane }) => {
    const now = timeOf(plane);
    const next = nextTime(body, plane.clock());
    await requireQuota(store, 'schedules');
    for (const sourceId of body.scan_config?.source_ids ?? [body.source_id ?? '']) await requireRunnable(store, sourceId, plane.options);
    const row: ScheduleRow = {
      tenant_id: store.tenantId,
      schedule_id: newId('sch'),
      name: body.name ?? null,
      cron: body.cron.trim().replace(/\s+/g, ' '),
      timezone: body.timezone,
      source_id: body.source_id ?? null,
      scan_config: body.scan_config ?? null,
      enabled: body.enabled,
      last_run_at: null,
      last_outcome: null,
      next_run_at: body.enabled ? next : null,
      created_by: principal.actor,
      created_at: now,
      updated_at: now,
    };
    await new ScheduleRepository(store).create(row, shared);
    const headers = { location: `/v1/schedules/${row.schedule_id}` };
    return { body: shown(row, undefined), headers, audit: note(row) };
  },
  previewSchedule: async ({ plane, body: { cron, timezone } }) => {
    const next = [nextTime({ cron, timezone }, plane.clock())];
    // The last ones of a schedule that ends are fewer.
    while (next.length < OCCURRENCES_SHOWN) {
      const following = nextOccurrence(cron, timezone, Date.parse(next.at(-1) ?? ''));
      if (typeof following === 'string') break;
      next.push(new Date(following).toISOString());
    }
    return { body: { cron, timezone, next }, audit: 'none' };
  },
  listSchedules: async (call) => {
    const page = await new ScheduleRepository(call.store).list(call.query, pageRequest(call, 'schedules'), (row) => row);
    return { body: { ...page, items: await withLastRuns(call.store, page.items) } };
  },
  getSchedule: async ({ store, params }) => {
    const schedules = new ScheduleRepository(store);
    const row = await schedules.find(params.schedule_id);
    if (!row) throw new NotFound('schedule');
    const runs = await withOutcomes(store, await schedules.runs(row.schedule_id, RUNS_SHOWN));
    return { body: { ...shown(row, runs[0]), runs: runs.map(({ schedule_id, ...run }) => run) } };
  },
  toggleSchedule: async ({ store, shared, params, body, plane }) => {
    const row = await requireLocked(store, params.schedule_id);
    if (body?.expected_enabled !== undefined && body.expected_enabled !== row.enabled)
      throw await changedMeanwhile(store, 'the schedule', { action: 'schedule.toggle', target_id: row.schedule_id });
    const enabled = !row.enabled;
    const next_run_at = enabled ? nextTime(row, plane.clock()) : null;
    const changed = { ...row, enabled, next_run_at, updated_at: timeOf(plane) };
    await new ScheduleRepository(store).update(changed, shared);
    const [toggled] = await withLastRuns(store, [changed]);
    return { body: toggled, audit: note(changed) };
  },
  deleteSchedule: async ({ store, shared, params }) => {
    const row = await requireLocked(store, params.schedule_id);
    await new ScheduleRepository(store).remove(row.schedule_id, shared);
    return { audit: note(row) };
  },
};

async function requireLocked(store: TenantStore, scheduleId: string): Promise<ScheduleRow> {
  const row = await new ScheduleRepository(store).lock(scheduleId);
  if (!row) throw new NotFound('schedule');
  return row;
}

async function requireRunnable(store: TenantStore, sourceId: string, server: OutsideOptions): Promise<void> {
  const source = await new SourceRepository(store).find(sourceId);
  if (!source) throw new NotFound('source');
  const never = whyNeverRun(source.kind);
  if (never !== undefined) throw new Conflict(never);
  if (source.status === 'retired') throw new Conflict('a retired source cannot be scheduled');
  await requireInstalled(store, source, server);
}

const FAULTS: Readonly<Record<CronFault, string>> = {
  cron: 'cron: expected five fields, as in 0 3 * * 1-5',
  timezone: 'timezone: expected a name like Europe/Berlin',
  never: 'cron: this time never comes',
};

function nextTime({ cron, timezone }: { cron: string; timezone: string }, after: number): string {
  const next = nextOccurrence(cron, timezone, after);
  if (typeof next === 'string') throw new Unprocessable(FAULTS[next]);
  return new Date(next).toISOString();
}

function note({ schedule_id, cron, enabled, source_id }: ScheduleRow) {
  return { target_id: schedule_id, details: { cron, enabled, ...(source_id !== null && { source_id }) } };
}

async function withLastRuns(store: TenantStore, rows: readonly ScheduleRow[]) {
  const last = await new ScheduleRepository(store).lastRuns(rows.map(({ schedule_id }) => schedule_id));
  const runs = new Map((await withOutcomes(store, [...last.values()])).map((run) => [run.schedule_id, run]));
  return rows.map((row) => shown(row, runs.get(row.schedule_id)));
}

function shown(row: ScheduleRow, last: RunWithOutcome | undefined) {
  const { outcome = null, detail = null, job_id = null, cohort_id = null } = last ?? {};
  const lastRun = { last_outcome: outcome, last_detail: detail, last_job_id: job_id, last_cohort_id: cohort_id };
  return { ...row, ...lastRun };
}
