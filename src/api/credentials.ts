import { routeTable } from './route.js';

/** Routes of references to credentials. */
export const credentialRoutes = routeTable({});
