import type { ServeOptions } from '../../config/serve-options.js';
import type { CommandContext } from '../command.js';
import { serveOptions } from '../serve-options.js';
import type { DoctorGround } from './check.js';

/** What `serve` would run with. Throws as `serve` does. */
export function serverOptions({ settings, context, flags }: DoctorGround): ServeOptions {
  return serveOptions({ ...settings, demo: false }, { environment: context.environment, cwd: context.cwd, flags });
}

/** The door to what the service stands on, loaded by the first check that needs it. */
export const inspection = () => import('../../control-plane/start/inspect.js');

const looked = new WeakMap<CommandContext, ReturnType<typeof lookAtDatabase>>();

/** What the database says of itself, asked once for all checks of a run; undefined where there is none yet. Rejects with OperationalError. */
export function databaseFacts(ground: DoctorGround): ReturnType<typeof lookAtDatabase> {
  const known = looked.get(ground.context) ?? lookAtDatabase(serverOptions(ground));
  looked.set(ground.context, known);
  return known;
}

async function lookAtDatabase(options: ServeOptions) {
  const found = await (await inspection()).inspectDatabase(options);
  if (!found) return undefined;
  const { place, server, clock, isMade, pending, unknown } = found;
  await found.close();
  return { place, skewMs: clock === undefined ? 0 : Math.abs(Date.now() - clock), server, isMade, pending, unknown };
}
