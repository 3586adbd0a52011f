import type { findingRoutes } from '../../../api/findings.js';
import type { Handlers } from '../call.js';

export const findingHandlers: Handlers<typeof findingRoutes> = {};
