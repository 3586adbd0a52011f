import type { Peer } from '../relay/peer.js';
import type { RemoteServer } from './ask.js';
import { EventWay } from './event-way.js';
import { FrameQueue } from './frame-queue.js';
import { Inbox } from './inbox.js';
import type { WayOptions } from './way.js';

/** One session with a server of HTTP with server-sent events (2024-11-05): it lasts as long as its stream. */
export class EventPeer implements Peer {
  /** Resolves when the stream is over. */
  readonly ended: Promise<void>;
  private readonly server: RemoteServer & { headers: RemoteServer['headers'] };
  private readonly inbox: Inbox;
  private readonly way: EventWay;
  private readonly queue: FrameQueue;

  constructor(
    private readonly remote: RemoteServer,
    heed: Pick<WayOptions, 'say' | 'failed' | 'reached'>,
  ) {
    this.server = { ...remote };
    let over = () => {};
    this.ended = new Promise((resolve) => {
      over = resolve;
    });
    this.inbox = new Inbox(remote.maxBytes, (out, result) => this.way.learn(out, result));
    this.way = new EventWay({ ...heed, server: this.server, inbox: this.inbox }, over);
    this.queue = new FrameQueue(
      (out) => this.way.dispatch(out),
      () => this.inbox.drained(),
    );
  }

  /** Opens the stream. False where the server has none. */
  connect(): Promise<boolean> {
    return this.way.connect();
  }

  /** Shows the server the client's own credential from now on; one that the configuration names goes before it. */
  authorize(authorization: string | undefined): void {
    this.server.headers = { ...(authorization !== undefined && { authorization }), ...this.remote.headers };
  }

  get isFull(): boolean {
    return this.queue.isFull;
  }

  open(take: Parameters<Peer['open']>[0]): void {
    this.inbox.open(take);
    void this.ended.then(() => take.ended());
  }

  pause(): void {
    this.inbox.pause();
  }

  resume(): void {
    this.inbox.resume();
  }

  send(bytes: Buffer): void {
    this.queue.send(bytes);
  }

  end(): void {
    this.queue.close();
    this.inbox.resume();
    void this.way.close();
  }
}
