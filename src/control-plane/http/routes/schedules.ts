import type { scheduleRoutes } from '../../../api/schedules.js';
import { isPushed } from '../../../api/source-scope.js';
import { Conflict, NotFound, Unprocessable } from '../../failures.js';
import { newId } from '../../ids.js';
import { type CronFault, nextOccurrence } from '../../jobs/cron.js';
import { requireQuota } from '../../limits/quota.js';
import { timeOf } from '../../plane.js';
import { ScheduleRepository, type ScheduleRow } from '../../store/schedules.js';
import { SourceRepository } from '../../store/sources.js';
import type { TenantStore } from '../../store/store.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

const RUNS_SHOWN = 10;

export const scheduleHandlers: Handlers<typeof scheduleRoutes> = {
  createSchedule: async ({ store, shared, body, principal, plane }) => {
    const now = timeOf(plane);
    const next = nextTime(body, plane.clock());
    await requireQuota(store, 'schedules');
    for (const sourceId of body.scan_config?.source_ids ?? [body.source_id ?? '']) await requireRunnable(store, sourceId);
    const row: ScheduleRow = {
      tenant_id: store.tenantId,
      schedule_id: newId('sch'),
      name: body.name ?? null,
      cron: body.cron.trim().replace(/\s+/g, ' '),
      timezone: body.timezone,
      source_id: body.source_id ?? null,
      scan_config: body.scan_config ? JSON.stringify(body.scan_config) : null,
      enabled: Number(body.enabled),
      last_run_at: null,
      last_outcome: null,
      next_run_at: body.enabled ? next : null,
      created_by: principal.actor,
      created_at: now,
      updated_at: now,
    };
    await new ScheduleRepository(store).create(row, shared);
    const headers = { location: `/v1/schedules/${row.schedule_id}` };
    return { body: shown(row), headers, audit: note(row) };
  },
  listSchedules: async (call) => ({
    body: await new ScheduleRepository(call.store).list(call.query, pageRequest(call, 'schedules'), shown),
  }),
  getSchedule: async ({ store, params }) => {
    const schedules = new ScheduleRepository(store);
    const row = await schedules.find(params.schedule_id);
    if (!row) throw new NotFound('schedule');
    const runs = await schedules.runs(row.schedule_id, RUNS_SHOWN);
    return { body: { ...shown(row), runs: runs.map(({ schedule_id, ...run }) => run) } };
  },
  toggleSchedule: async ({ store, shared, params, plane }) => {
    const row = await requireLocked(store, params.schedule_id);
    const enabled = row.enabled === 1 ? 0 : 1;
    const next_run_at = enabled === 1 ? nextTime(row, plane.clock()) : null;
    const changed = { ...row, enabled, next_run_at, updated_at: timeOf(plane) };
    await new ScheduleRepository(store).update(changed, shared);
    return { body: shown(changed), audit: note(changed) };
  },
  deleteSchedule: async ({ store, shared, params }) => {
    const row = await requireLocked(store, params.schedule_id);
    await new ScheduleRepository(store).remove(row.schedule_id, shared);
    return { audit: note(row) };
  },
};

async function requireLocked(store: TenantStore, scheduleId: string): Promise<ScheduleRow> {
  const row = await new ScheduleRepository(store).findLocked(scheduleId);
  if (!row) throw new NotFound('schedule');
  return row;
}

async function requireRunnable(store: TenantStore, sourceId: string): Promise<void> {
  const source = await new SourceRepository(store).find(sourceId);
  if (!source) throw new NotFound('source');
  if (isPushed(source.kind)) throw new Conflict('a source that is pushed to cannot be scheduled');
  if (source.status === 'retired') throw new Conflict('a retired source cannot be scheduled');
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
  return { target_id: schedule_id, details: { cron, enabled: enabled === 1, ...(source_id !== null && { source_id }) } };
}

function shown(row: ScheduleRow) {
  return { ...row, enabled: row.enabled === 1, scan_config: row.scan_config === null ? null : JSON.parse(row.scan_config) };
}
