import { routeTable } from './route.js';

/** Routes of the audit chain. */
export const auditRoutes = routeTable({});
