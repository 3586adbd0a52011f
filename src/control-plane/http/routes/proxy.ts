import type { proxyRoutes } from '../../../api/proxy.js';
import type { Handlers } from '../call.js';

export const proxyHandlers: Handlers<typeof proxyRoutes> = {};
