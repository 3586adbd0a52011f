import type { credentialRoutes } from '../../../api/credentials.js';
import type { Handlers } from '../call.js';

export const credentialHandlers: Handlers<typeof credentialRoutes> = {};
