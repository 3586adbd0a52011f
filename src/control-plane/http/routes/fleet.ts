import type { fleetRoutes } from '../../../api/fleet.js';
import type { Handlers } from '../call.js';

export const fleetHandlers: Handlers<typeof fleetRoutes> = {};
