import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { TooMany } from '../failures.js';

const EVENT_STREAM = 'text/event-stream';

const PER_TENANT = 100;
const OF_ALL = 2000;
const RETRY_AFTER_SECONDS = 10;

/**
 * The event streams that are open. They cost a socket each for as long as the client likes, so there is a limit for one tenant and one
 * for all; and nobody waits for them when the service stops: clients resume where they were.
 */
export class OpenStreams {
  private readonly open = new Map<Readable, string>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly limits: { perTenant: number; ofAll: number } = { perTenant: PER_TENANT, ofAll: OF_ALL }) {}

  /** Throws TooMany when one more of this tenant would be too many. */
  admit(tenantId: string): void {
    if ((this.counts.get(tenantId) ?? 0) < this.limits.perTenant && this.open.size < this.limits.ofAll) return;
    throw new TooMany('too many event streams are open', RETRY_AFTER_SECONDS);
  }

  /** Counts a stream until it ends, however it ends. */
  keep(tenantId: string, stream: Readable): void {
    this.open.set(stream, tenantId);
    this.counts.set(tenantId, (this.counts.get(tenantId) ?? 0) + 1);
    stream.once('close', () => this.forget(stream, tenantId));
  }

  /** Ends them all; their clients come back elsewhere, or when the service is there again. */
  endAll(): void {
    for (const stream of [...this.open.keys()]) stream.destroy();
  }

  private forget(stream: Readable, tenantId: string): void {
    if (!this.open.delete(stream)) return;
    const left = (this.counts.get(tenantId) ?? 1) - 1;
    if (left > 0) this.counts.set(tenantId, left);
    else this.counts.delete(tenantId);
  }
}

/** Holds the event streams of an app within limits, and ends them when it closes. */
export function holdStreams(app: FastifyInstance, streams = new OpenStreams()): void {
  app.addHook('preHandler', async (request) => {
    if (request.principal && request.routeOptions.config.route?.produces === EVENT_STREAM) streams.admit(request.principal.tenantId);
  });
  app.addHook('onSend', async (request, _, payload) => {
    const { route } = request.routeOptions.config;
    if (request.principal && route?.produces === EVENT_STREAM && payload instanceof Readable)
      streams.keep(request.principal.tenantId, payload);
    return payload;
  });
  app.addHook('preClose', async () => streams.endAll());
}
