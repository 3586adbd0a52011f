import type { FastifyInstance } from 'fastify';
import type { Background } from '../ground/ground.js';
import type { ControlPlane } from '../http/plane.js';

/** How long running requests may take once the service is told to stop. */
export const GRACE_MS = 10_000;

export interface Running {
  app: FastifyInstance;
  plane: ControlPlane;
  /** In the order in which they must be stopped. */
  background: readonly Background[];
  /** Stopped after all that makes spans, and before the database, which its last numbers come from. */
  telemetry?: Background | undefined;
  graceMs?: number;
}

/**
 * Stops in order: no new requests, running ones are answered within the grace period, background tasks end, the
 * database is closed. A part that fails to stop is logged and does not keep the others from stopping.
 */
export async function shutDown({ app, plane, background, telemetry, graceMs = GRACE_MS }: Running): Promise<void> {
  const cut = setTimeout(() => {
    plane.log.warn('requests took too long and were cut off');
    app.server.closeAllConnections();
  }, graceMs);
  await attempt(plane, 'http', () => app.close());
  clearTimeout(cut);
  for (const { name, stop } of background) await attempt(plane, name, stop);
  if (telemetry) await attempt(plane, telemetry.name, telemetry.stop);
  await attempt(plane, 'database', () => plane.store.close());
}

async function attempt({ log }: ControlPlane, part: string, stop: () => unknown): Promise<void> {
  try {
    await stop();
  } catch (error) {
    log.error({ err: error, part }, 'could not be stopped');
  }
}
