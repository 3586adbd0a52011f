import type { traceRoutes } from '../../../api/traces.js';
import type { Handlers } from '../call.js';

export const traceHandlers: Handlers<typeof traceRoutes> = {};
