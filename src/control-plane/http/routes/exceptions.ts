import type { exceptionRoutes } from '../../../api/exceptions.js';
import type { Handlers } from '../call.js';

export const exceptionHandlers: Handlers<typeof exceptionRoutes> = {};
