import type { authRoutes } from '../../../api/auth.js';
import type { Handlers } from '../call.js';

export const authHandlers: Handlers<typeof authRoutes> = {};
