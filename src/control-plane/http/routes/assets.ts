import type { assetRoutes } from '../../../api/assets.js';
import type { Handlers } from '../call.js';

export const assetHandlers: Handlers<typeof assetRoutes> = {};
