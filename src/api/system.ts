import { z } from 'zod';
import { routeTable } from './route.js';

const status = z.object({ status: z.string() });

/** What answers without a credential. */
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
    summary: 'Say whether requests can be served: the database answers and can be written',
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
});
