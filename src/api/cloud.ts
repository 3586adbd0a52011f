import { routeTable } from './route.js';

/** Routes of cloud connections. */
export const cloudRoutes = routeTable({});
