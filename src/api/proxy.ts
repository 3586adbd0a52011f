import { routeTable } from './route.js';

/** Routes of what runtime proxies push and show. */
export const proxyRoutes = routeTable({});
