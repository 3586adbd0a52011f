import type { postureRoutes } from '../../../api/posture.js';
import type { Handlers } from '../call.js';

export const postureHandlers: Handlers<typeof postureRoutes> = {};
