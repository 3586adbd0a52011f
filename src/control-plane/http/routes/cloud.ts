import type { cloudRoutes } from '../../../api/cloud.js';
import type { Handlers } from '../call.js';

export const cloudHandlers: Handlers<typeof cloudRoutes> = {};
