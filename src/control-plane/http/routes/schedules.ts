import type { scheduleRoutes } from '../../../api/schedules.js';
import type { Handlers } from '../call.js';

export const scheduleHandlers: Handlers<typeof scheduleRoutes> = {};
