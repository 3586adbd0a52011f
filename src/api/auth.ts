import { routeTable } from './route.js';

/** Routes of identity. */
export const authRoutes = routeTable({});
