import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../auth/principal.js';
import { TooMany } from '../failures.js';

const EVENT_STREAM = 'text/event-stream';

const PER_TENANT = 100;
/** Half of a tenant's streams, so that one credential cannot use all of them. */
const PER_ACTOR = PER_TENANT / 2;
const OF_ALL = 2000;
const RETRY_AFTER_SECONDS = 10;

/**
 * The open event streams. Each occupies a socket for as long as the client likes, so there are limits for one
 * credential or user, for one tenant, and for all. When the service stops, it does not wait for them: clients resume
 * where they were.
 */
export class OpenStreams {
  private readonly open = new Set<Readable>();
  private readonly counts = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits = { perActor: PER_ACTOR, perTenant: PER_TENANT, ofAll: OF_ALL }) {}

  /**
   * Reserves a stream before anything is looked up for it, so that concurrent requests cannot exceed the limit; returns
   * a function that releases it. Throws TooMany when a limit is reached. Sessions count with the key or the user that
   * they belong to.
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

  /** Tracks a stream until it ends, for any reason. */
  keep(stream: Readable): void {
    this.open.add(stream);
    stream.once('close', () => this.open.delete(stream));
  }

  /** Ends all streams; their clients reconnect elsewhere, or when the service is back. */
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

/** Limits the event streams of an app, and ends them when the app closes. */
export function holdStreams(app: FastifyInstance, streams = new OpenStreams()): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.principal && request.routeOptions.config.route?.produces === EVENT_STREAM)
      reply.raw.once('close', streams.admit(request.principal));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.route?.produces === EVENT_STREAM && payload instanceof Readable) {
      streams.keep(payload);
      // Such a connection becomes idle only after idle ones were closed, and closing would then wait for it.
      reply.header('connection', 'close');
    }
    return payload;
  });
  app.addHook('preClose', async () => streams.endAll());
}
