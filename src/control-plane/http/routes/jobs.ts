import type { jobRoutes } from '../../../api/jobs.js';
import type { Handlers } from '../call.js';

export const jobHandlers: Handlers<typeof jobRoutes> = {};
