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
  private readonly open = new Set<Readable>();
  private readonly counts = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: { perTenant: number; ofAll: number } = { perTenant: PER_TENANT, ofAll: OF_ALL }) {}

  /**
   * Takes a place before anything is looked up for it, so that many at once get no further than the limit; gives what leaves it again.
   * Throws TooMany when one more of this tenant would be too many.
   */
  admit(tenantId: string): () => void {
    const held = this.counts.get(tenantId) ?? 0;
    if (held >= this.limits.perTenant || this.all >= this.limits.ofAll)
      throw new TooMany('too many event streams are open', RETRY_AFTER_SECONDS);
    this.counts.set(tenantId, held + 1);
    this.all += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.leave(tenantId);
    };
  }

  /** Knows a stream until it ends, however it ends. */
  keep(stream: Readable): void {
    this.open.add(stream);
    stream.once('close', () => this.open.delete(stream));
  }

  /** Ends them all; their clients come back elsewhere, or when the service is there again. */
  endAll(): void {
    for (const stream of [...this.open]) stream.destroy();
  }

  private leave(tenantId: string): void {
    this.all -= 1;
    const held = (this.counts.get(tenantId) ?? 1) - 1;
    if (held > 0) this.counts.set(tenantId, held);
    else this.counts.delete(tenantId);
  }
}

/** Holds the event streams of an app within limits, and ends them when it closes. */
export function holdStreams(app: FastifyInstance, streams = new OpenStreams()): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.principal && request.routeOptions.config.route?.produces === EVENT_STREAM)
      reply.raw.once('close', streams.admit(request.principal.tenantId));
  });
  app.addHook('onSend', async (request, _, payload) => {
    if (request.routeOptions.config.route?.produces === EVENT_STREAM && payload instanceof Readable) streams.keep(payload);
    return payload;
  });
  app.addHook('preClose', async () => streams.endAll());
}
