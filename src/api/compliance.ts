import { routeTable } from './route.js';

/** Routes of compliance. */
export const complianceRoutes = routeTable({});
