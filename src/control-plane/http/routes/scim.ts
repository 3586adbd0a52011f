import type { scimRoutes } from '../../../api/scim.js';
import type { Handlers } from '../call.js';

export const scimHandlers: Handlers<typeof scimRoutes> = {};
