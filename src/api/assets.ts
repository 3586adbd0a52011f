import { routeTable } from './route.js';

/** Routes of assets. */
export const assetRoutes = routeTable({});
