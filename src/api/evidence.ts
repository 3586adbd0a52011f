import { routeTable } from './route.js';

/** Routes of evidence. */
export const evidenceRoutes = routeTable({});
