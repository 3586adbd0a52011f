import { routeTable } from './route.js';

/** Routes of gateway policies and decisions. */
export const gatewayRoutes = routeTable({});
