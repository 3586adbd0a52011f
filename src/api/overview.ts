import { z } from 'zod';
import { nodeKinds } from '../model/graph.js';
import { severities } from '../model/severity.js';
import { moment, time } from './fields.js';
import { routeTable } from './route.js';

const count = z.number().int();
const counts = z.record(z.string(), count);
const grade = z.enum(['A', 'C', 'D', 'F', 'unknown']);
const severity = z.enum(severities);

const overview = z.object({
  posture: z.object({
    grade,
    reason: z.string(),
    open: count,
    excepted: count,
    kev: count,
    by_severity: counts,
    by_kind: counts,
    failing_total: count,
  }),
  /** Open findings that were first seen since then. */
  new: z.object({ since: time, count, by_severity: counts }),
  sources: z.object({
    total: count,
    scanned: count,
    incomplete: count,
    empty: count,
    never_scanned: count,
    /** Scanned, but not within `stale_days`. */
    stale: count,
    /** Sources that need a look, at most 20. */
    items: z.array(
      z.object({
        source_id: z.string(),
        kind: z.string(),
        display_name: z.string(),
        state: z.enum(['incomplete', 'empty', 'never', 'stale']),
        job_id: z.string().nullable(),
        finished_at: time.nullable(),
      }),
    ),
  }),
  /** Upgrades that end most, the worst packages first, at most 10. */
  top_fixes: z.array(
    z.object({
      /** Package URL without version. */
      package: z.string(),
      name: z.string(),
      severity,
      /** Open findings of the package. */
      count,
      version: z.string(),
      ends: count,
      command: z.string().nullable(),
    }),
  ),
  exposure_paths: z.object({
    total: count,
    /** The worst, at most 5. */
    items: z.array(
      z.object({
        id: z.string(),
        score: count,
        why: z.string(),
        finding_id: z.string(),
        severity,
        nodes: z.array(z.object({ id: z.string(), kind: z.enum(nodeKinds), label: z.string() })),
      }),
    ),
  }),
  jobs: z.object({ queued: count, running: count, failed_last_day: count }),
  /** Exceptions that end within two weeks, the next first, at most 10. */
  exceptions_ending: z.array(z.object({ exception_id: z.string(), problem_id: z.string(), requested_by: z.string(), expires_at: time })),
});

/** Routes of the first look at a tenant. */
export const overviewRoutes = routeTable({
  getOverview: {
    method: 'GET',
    path: '/v1/overview',
    summary: 'Give the first look: grade, what is new, what to fix first, worst paths, sources that need a look',
    role: 'viewer',
    scope: 'read',
    query: z.object({
      /** Absent: a week ago. */
      since: moment.optional(),
      stale_days: z.coerce.number().int().min(1).max(365).default(14),
    }),
    response: overview,
    status: 200,
  },
  getPostureTrend: {
    method: 'GET',
    path: '/v1/posture/trend',
    summary: 'Give the open findings of each of the last days, with the grade where one was kept',
    role: 'viewer',
    scope: 'read',
    query: z.object({ days: z.coerce.number().int().min(1).max(365).default(30) }),
    response: z.object({
      items: z.array(
        z.object({ day: z.string(), grade: grade.nullable(), open: count, by_severity: counts, opened: count, resolved: count }),
      ),
    }),
    status: 200,
  },
});
