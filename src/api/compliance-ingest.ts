import { routeTable } from './route.js';

/** The intake of reports and bills of materials. */
export const complianceIngestRoutes = routeTable({});
