import { z } from 'zod';
import { time } from './fields.js';
import { routeTable } from './route.js';

const health = z.enum(['healthy', 'degraded', 'unreachable', 'auth_failed', 'not_configured']);

const connector = z.object({
  name: z.string(),
  kind: z.enum(['ticketing', 'itsm', 'chat', 'registry', 'warehouse']),
  title: z.string(),
  /** The kind of the sources that use this connector. */
  source_kind: z.enum(['connector.cloud_read_only', 'connector.registry', 'connector.warehouse']),
  configured: z.boolean(),
  /** Names of the server's environment variables that configure it. */
  settings: z.array(z.string()),
  /** Result of the last check; null before the first. */
  health: health.nullable(),
  checked_at: time.nullable(),
});

/** Routes of connectors. */
export const connectorRoutes = routeTable({
  listConnectors: {
    method: 'GET',
    path: '/v1/connectors',
    summary: 'List the connectors of this service and whether they are configured',
    role: 'viewer',
    scope: 'read',
    response: z.object({ items: z.array(connector), next_cursor: z.null() }),
    status: 200,
  },
  connectorHealth: {
    method: 'GET',
    path: '/v1/connectors/{name}/health',
    summary: 'Ask the service behind a connector whether it works',
    role: 'viewer',
    scope: 'read',
    params: z.object({ name: z.string().regex(/^[a-z][a-z0-9_-]{0,50}$/) }),
    response: z.object({ name: z.string(), health, detail: z.string().nullable(), checked_at: time }),
    status: 200,
    errors: [404, 502],
  },
});
