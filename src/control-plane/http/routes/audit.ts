import type { auditRoutes } from '../../../api/audit.js';
import type { Handlers } from '../call.js';

export const auditHandlers: Handlers<typeof auditRoutes> = {};
