import type { systemRoutes } from '../../../api/system.js';
import { Unavailable } from '../../failures.js';
import type { Handlers } from '../call.js';

export const systemHandlers: Handlers<typeof systemRoutes> = {
  health: async () => ({ body: { status: 'ok' } }),
  ready: async ({ plane }) => {
    try {
      await plane.store.probe();
    } catch {
      throw new Unavailable('the database is not available');
    }
    return { body: { status: 'ready' } };
  },
  version: async ({ plane }) => ({ body: { name: 'castellan', version: plane.version } }),
};
