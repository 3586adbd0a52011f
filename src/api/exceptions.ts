import { routeTable } from './route.js';

/** Routes of exceptions. */
export const exceptionRoutes = routeTable({});
