import { routeTable } from './route.js';

/** Routes of the fleet of agents. */
export const fleetRoutes = routeTable({});
