import { routeTable } from './route.js';

/** Routes of posture. */
export const postureRoutes = routeTable({});
