import { routeTable } from './route.js';

/** Routes of provisioning. */
export const scimRoutes = routeTable({});
