import { routeTable } from './route.js';

/** Routes of governance. */
export const governanceRoutes = routeTable({});
