import type { evidenceRoutes } from '../../../api/evidence.js';
import type { Handlers } from '../call.js';

export const evidenceHandlers: Handlers<typeof evidenceRoutes> = {};
