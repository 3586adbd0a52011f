import type { graphRoutes } from '../../../api/graph.js';
import type { Handlers } from '../call.js';

export const graphHandlers: Handlers<typeof graphRoutes> = {};
