import { routeTable } from './route.js';

/** Routes of pushed scan results. */
export const resultRoutes = routeTable({});
