import { routeTable } from './route.js';

/** Routes of traces. */
export const traceRoutes = routeTable({});
