import { routeTable } from './route.js';

/** Routes of policy bindings. */
export const policyBindingRoutes = routeTable({});
