import { routeTable } from './route.js';

/** Routes of connectors. */
export const connectorRoutes = routeTable({});
