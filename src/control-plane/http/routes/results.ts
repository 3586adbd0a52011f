import type { resultRoutes } from '../../../api/results.js';
import type { Handlers } from '../call.js';

export const resultHandlers: Handlers<typeof resultRoutes> = {};
