import { routeTable } from './route.js';

/** Routes of findings. */
export const findingRoutes = routeTable({});
