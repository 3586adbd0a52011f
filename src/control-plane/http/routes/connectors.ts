import type { connectorRoutes } from '../../../api/connectors.js';
import type { Handlers } from '../call.js';

export const connectorHandlers: Handlers<typeof connectorRoutes> = {};
