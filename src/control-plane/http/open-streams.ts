import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../auth/principal.js';
import { TooMany } from '../failures.js';

const EVENT_STREAM = 'text/event-stream';

const PER_TENANT = 100;
/** Half, so that one credential cannot keep its tenant's others out. */
const PER_ACTOR = PER_TENANT / 2;
const OF_ALL = 2000;
const RETRY_AFTER_SECONDS = 10;

/**
 * The event streams that are open. They cost a socket each for as long as the client likes, so there is a limit for one
 * credential or user, one for a tenant and one for all; and nobody waits for them when the service stops: clients resume where they were.
 */
export class OpenStreams {
  private readonly open = new Set<Readable>();
  private readonly counts = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits = { perActor: PER_ACTOR, perTenant: PER_TENANT, ofAll: OF_ALL }) {}

  /**
   * Takes a place before anything is looked up for it, so that many at once get no further than the limit; gives what leaves it again.
   * Throws TooMany when one more of this actor or tenant would be too many. Sessions count with the key or the user they are of.
   */
  admit({ tenantId, actor }: Pick<Principal, 'tenantId' | 'actor'>): () => void {
    const { perActor, perTenant, ofAll } = this.limits;
    const places = [tenantId, `${tenantId} ${actor}`] as const;
    const [ofTenant, ofActor] = [this.held(places[0]), this.held(places[1])];
    if (ofTenant >= perTenant || this.all >= ofAll) throw new TooMany('too many event streams are open', RETRY_AFTER_SECONDS);
    if (ofActor >= perActor) throw new TooMany('too many event streams are open with this credential', RETRY_AFTER_SECONDS);
    for (const place of places) this.counts.set(place, this.held(place) + 1);
    this.all += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.all -= 1;
      for (const place of places) this.leave(place);
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

  private held(place: string): number {
    return this.counts.get(place) ?? 0;
  }

  private leave(place: string): void {
    const held = this.held(place) - 1;
    if (held > 0) this.counts.set(place, held);
    else this.counts.delete(place);
  }
}

/** Holds the event streams of an app within limits, and ends them when it closes. */
export function holdStreams(app: FastifyInstance, streams = new OpenStreams()): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.principal && request.routeOptions.config.route?.produces === EVENT_STREAM)
      reply.raw.once('close', streams.admit(request.principal));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.route?.produces === EVENT_STREAM && payload instanceof Readable) {
      streams.keep(payload);
      // A connection that is idle only once its stream was ended would be waited for: the idle ones have been closed by then.
      reply.header('connection', 'close');
    }
    return payload;
  });
  app.addHook('preClose', async () => streams.endAll());
}
