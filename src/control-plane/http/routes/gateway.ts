import type { gatewayRoutes } from '../../../api/gateway.js';
import type { Handlers } from '../call.js';

export const gatewayHandlers: Handlers<typeof gatewayRoutes> = {};
