import { routeTable } from './route.js';

/** Routes of the graph. */
export const graphRoutes = routeTable({});
