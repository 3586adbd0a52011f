import type { ServeOptions } from '../../config/serve-options.js';
import { serveOptions } from '../serve-options.js';
import type { DoctorGround } from './check.js';

/** What `serve` would run with. Throws as `serve` does. */
export function serverOptions({ settings, context, flags }: DoctorGround): ServeOptions {
  return serveOptions({ ...settings, demo: false }, { environment: context.environment, cwd: context.cwd, flags });
}

/** The door to what the service stands on, loaded by the first check that needs it. */
export const inspection = () => import('../../control-plane/start/inspect.js');
