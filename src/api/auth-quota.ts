import { z } from 'zod';
import { routeTable } from './route.js';

const kinds = [
  'active_jobs',
  'retained_jobs',
  'sources',
  'schedules',
  'fleet_agents',
  'cloud_connections',
  'deliveries',
  'webhooks',
  'ingest_events_per_day',
] as const;

const numbers = z.object(Object.fromEntries(kinds.map((kind) => [kind, z.number().int()])) as Record<(typeof kinds)[number], z.ZodNumber>);

/**
 * Absent: unchanged. Null: back to the default. The handler refuses negative numbers, with a business error instead of
 * a schema error.
 */
const cap = z.number().int().max(1_000_000_000).nullable().optional();
const changes = z.strictObject(Object.fromEntries(kinds.map((kind) => [kind, cap])) as Record<(typeof kinds)[number], typeof cap>);

const quota = numbers.extend({ tenant_id: z.string(), defaults: numbers, usage: numbers });

/** Routes of a tenant's quotas. */
export const quotaRoutes = routeTable({
  getQuota: {
    method: 'GET',
    path: '/v1/auth/quota',
    summary: "Show the tenant's limits and how much of them is used",
    role: 'viewer',
    scope: 'read',
    response: quota,
    status: 200,
  },
  updateQuota: {
    method: 'PUT',
    path: '/v1/auth/quota',
    summary: "Change the tenant's limits",
    role: 'admin',
    scope: 'admin',
    audit: 'quota.update',
    body: changes,
    response: quota,
    status: 200,
  },
});
