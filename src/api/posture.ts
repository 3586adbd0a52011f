import { z } from 'zod';
import { severities } from '../model/severity.js';
import { time } from './fields.js';
import { routeTable } from './route.js';

const count = z.number().int();
const counts = z.record(z.string(), count);

const coverage = z.object({
  sources: count,
  scanned: count,
  incomplete: count,
  empty: count,
  never_scanned: count,
  last_finished_at: time.nullable(),
  /** Sources that were never scanned, or that keep the grade from being known. */
  gaps: z.array(
    z.object({ source_id: z.string(), kind: z.string(), display_name: z.string(), state: z.string(), job_id: z.string().nullable() }),
  ),
});

const postureCounts = {
  open: count,
  excepted: count,
  suppressed: count,
  resolved: count,
  kev: count,
  by_severity: counts,
  by_kind: counts,
};

/** Route of the posture: one letter, and the numbers it is calculated from. */
export const postureRoutes = routeTable({
  getPosture: {
    method: 'GET',
    path: '/v1/posture',
    summary: 'Grade the tenant over the open findings of all sources; unknown while a newest run is incomplete or nothing was scanned',
    role: 'viewer',
    scope: 'read',
    response: z.object({
      grade: z.enum(['A', 'C', 'D', 'F', 'unknown']),
      reason: z.string(),
      counts: z.object({ open: count, excepted: count, kev: count, by_severity: counts, by_kind: counts }),
      failing: z.array(z.object({ finding_id: z.string(), id: z.string(), kind: z.string(), severity: z.enum(severities) })),
      failing_total: count,
      coverage,
    }),
    status: 200,
  },
  getPostureCounts: {
    method: 'GET',
    path: '/v1/posture/counts',
    summary: 'Count findings by status, severity and kind',
    role: 'viewer',
    scope: 'read',
    response: z.object(postureCounts),
    status: 200,
  },
});
