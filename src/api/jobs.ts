import { routeTable } from './route.js';

/** Routes of scan jobs and their exports. */
export const jobRoutes = routeTable({});
