import type { complianceRoutes } from '../../../api/compliance.js';
import type { Handlers } from '../call.js';

export const complianceHandlers: Handlers<typeof complianceRoutes> = {};
