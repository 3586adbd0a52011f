import { z } from 'zod';
import { routeTable } from './route.js';

const status = z.object({ status: z.string() });

/** Routes that answer without a credential. */
export const systemRoutes = routeTable({
  health: {
    method: 'GET',
    path: '/healthz',
    summary: 'Say that the process lives',
    role: 'open',
    scope: 'read',
    status: 200,
    response: status,
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    summary: 'Say whether requests can be served: database, migrations, evidence, audit key and room are fine',
    role: 'open',
    scope: 'read',
    status: 200,
    response: status,
  },
  version: {
    method: 'GET',
    path: '/version',
    summary: 'Name the program and its version',
    role: 'open',
    scope: 'read',
    status: 200,
    response: z.object({ name: z.string(), version: z.string() }),
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Give the OpenAPI 3.1 document of this service',
    role: 'open',
    scope: 'read',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  },
  docs: {
    method: 'GET',
    path: '/docs',
    summary: 'Show the routes as a page to read',
    role: 'open',
    scope: 'read',
    status: 200,
    produces: 'text/html',
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Give metrics in the format of Prometheus: the operator those of the process, a tenant those of its own jobs',
    role: 'viewer',
    scope: 'read',
    local: true,
    status: 200,
    produces: 'text/plain',
  },
});
