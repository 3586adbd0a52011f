import { z } from 'zod';
import { flag, id, line, paged, paging, time } from './fields.js';
import { jobStatuses } from './jobs.js';
import { routeTable } from './route.js';

/** Each occurrence runs these sources together, as one cohort. */
const scanConfig = z.strictObject({
  source_ids: z
    .array(id('src'))
    .min(2)
    .max(32)
    .refine((ids) => new Set(ids).size === ids.length, 'source ids must differ'),
  max_age_hours: z.number().int().min(1).max(8760).default(168),
});

const scheduleCron = line(200);
const scheduleTimezone = line(100).default('UTC');

export const scheduleDraft = z
  .strictObject({
    name: line().optional(),
    /** Five fields. Where day of month and day of week are both given, either is enough. */
    cron: scheduleCron,
    /** IANA time zone name. */
    timezone: scheduleTimezone,
    source_id: id('src').optional(),
    scan_config: scanConfig.optional(),
    enabled: z.boolean().default(true),
  })
  .refine((draft) => (draft.source_id === undefined) !== (draft.scan_config === undefined), {
    path: ['source_id'],
    message: 'expected either source_id or scan_config',
  });

/**
 * Status of the job or cohort that a run started. `refused`: the sources did not allow it. `failed`: also when no job
 * could be made.
 */
export const scheduleOutcomes = z.enum([...jobStatuses, 'refused']);

export const schedule = z.object({
  schedule_id: z.string(),
  tenant_id: z.string(),
  name: z.string().nullable(),
  source_id: z.string().nullable(),
  scan_config: z.object({ source_ids: z.array(z.string()), max_age_hours: z.number().int() }).nullable(),
  cron: z.string(),
  timezone: z.string(),
  enabled: z.boolean(),
  last_run_at: time.nullable(),
  /** Current status of the last run. */
  last_outcome: scheduleOutcomes.nullable(),
  /** Why the last run started nothing. */
  last_detail: z.string().nullable(),
  last_job_id: z.string().nullable(),
  last_cohort_id: z.string().nullable(),
  next_run_at: time.nullable(),
  created_by: z.string(),
  created_at: time,
  updated_at: time,
});

const scheduleRun = z.object({
  scheduled_for: time,
  fired_at: time,
  outcome: scheduleOutcomes.nullable(),
  detail: z.string().nullable(),
  job_id: z.string().nullable(),
  cohort_id: z.string().nullable(),
});

const scheduleId = z.object({ schedule_id: id('sch') });

/** How many occurrences a preview shows. */
export const OCCURRENCES_SHOWN = 5;

/** Routes of schedules. */
export const scheduleRoutes = routeTable({
  createSchedule: {
    method: 'POST',
    path: '/v1/schedules',
    summary: 'Create a schedule of one source, or of a cohort of 2 to 32',
    role: 'analyst',
    scope: 'scan',
    audit: 'schedule.create',
    body: scheduleDraft,
    response: schedule,
    status: 201,
    idempotency: 'accepted',
    errors: [404, 409],
  },
  previewSchedule: {
    method: 'POST',
    path: '/v1/schedules/preview',
    summary: 'Say when a schedule would run next; nothing is stored',
    role: 'viewer',
    scope: 'read',
    body: z.strictObject({ cron: scheduleCron, timezone: scheduleTimezone }),
    response: z.object({ cron: z.string(), timezone: z.string(), next: z.array(time).max(OCCURRENCES_SHOWN) }),
    status: 200,
  },
  listSchedules: {
    method: 'GET',
    path: '/v1/schedules',
    summary: 'List schedules with the outcome of their last run, newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, source_id: id('src').optional(), enabled: flag.optional() }),
    response: paged(schedule),
    status: 200,
  },
  getSchedule: {
    method: 'GET',
    path: '/v1/schedules/{schedule_id}',
    summary: 'Load one schedule with its last runs',
    role: 'viewer',
    scope: 'read',
    params: scheduleId,
    response: schedule.extend({ runs: z.array(scheduleRun) }),
    status: 200,
    errors: [404],
  },
  toggleSchedule: {
    method: 'PUT',
    path: '/v1/schedules/{schedule_id}/toggle',
    summary: 'Turn a schedule off, or on again',
    role: 'analyst',
    scope: 'scan',
    audit: 'schedule.toggle',
    params: scheduleId,
    /** `enabled` as the caller sees it: 409, with who changed what, when it is otherwise by now. Absent: turned over. */
    body: z.strictObject({ expected_enabled: z.boolean().optional() }).optional(),
    response: schedule,
    status: 200,
    errors: [404, 409],
  },
  deleteSchedule: {
    method: 'DELETE',
    path: '/v1/schedules/{schedule_id}',
    summary: 'Delete a schedule; its jobs stay',
    role: 'admin',
    scope: 'admin',
    audit: 'schedule.delete',
    params: scheduleId,
    status: 204,
    errors: [404],
  },
});
