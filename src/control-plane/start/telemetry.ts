import type { Background } from '../ground/ground.js';
import type { ControlPlane } from '../http/plane.js';

/** How long the last spans and numbers may take at the end, within the grace of the service. */
const LAST_MS = 3_000;

/**
 * Sends traces and metrics to the collector that the options name. Without one nothing of OpenTelemetry is loaded. The collector is the
 * operator's own, as the database is, so it is asked offline too.
 */
export async function startTelemetry(plane: ControlPlane): Promise<Background | undefined> {
  const { telemetry: place, environment } = plane.options;
  if (!place) return undefined;
  const [{ openTelemetry }, { lazyHttp }] = await Promise.all([import('../../system/otlp/open.js'), import('../../system/lazy-http.js')]);
  const telemetry = openTelemetry({
    ...place,
    http: lazyHttp(environment),
    version: plane.version,
    say: (line) => plane.log.warn(line),
    collect: () => plane.metrics.told(plane),
  });
  plane.metrics.telemetryDropped = telemetry.dropped;
  return { name: 'telemetry', stop: () => telemetry.close(LAST_MS) };
}
