import type { governanceRoutes } from '../../../api/governance.js';
import type { Handlers } from '../call.js';

export const governanceHandlers: Handlers<typeof governanceRoutes> = {};
