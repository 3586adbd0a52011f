import { routeTable } from './route.js';

/** Routes of schedules. */
export const scheduleRoutes = routeTable({});
