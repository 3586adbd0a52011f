import { setTimeout as wait } from 'node:timers/promises';
import type { Peer } from '../relay/peer.js';
import { ask, drain, type RemoteServer } from './ask.js';
import { EventWay } from './event-way.js';
import { FrameQueue } from './frame-queue.js';
import { Inbox } from './inbox.js';
import type { Outgoing } from './outgoing.js';
import { StreamableWay } from './streamable-way.js';
import type { Way, WayOptions } from './way.js';

export interface RemotePeerOptions {
  server: RemoteServer;
  /** It is known to speak HTTP with server-sent events only (2024-11-05). */
  isEventsOnly: boolean;
  /** One line for the user. */
  say(line: string): void;
  /** The first thing that was asked of the server has failed for lack of a connection. */
  unreachable(error: unknown): void;
}

const POLL_MS = 20;
const PROBE_MS = 15_000;

/** A server that is reached over HTTP: each frame that is sent to it is a request of its own. */
export class RemotePeer implements Peer {
  private readonly inbox: Inbox;
  private readonly queue = new FrameQueue(
    (out) => this.way.dispatch(out),
    () => this.inbox.drained(),
  );
  private way: Way;
  private isReached = false;
  private isOver = false;
  private isProbed = false;

  constructor(private readonly options: RemotePeerOptions) {
    this.inbox = new Inbox(options.server.maxBytes, (out, result) => this.way.learn(out, result));
    this.way = options.isEventsOnly ? new EventWay(this.wayOptions()) : this.streamable();
  }

  get isFull(): boolean {
    return this.queue.isFull;
  }

  open(take: Parameters<Peer['open']>[0]): void {
    this.inbox.open(take);
    void this.probe();
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

  /** Lets go of the server at once. */
  end(): void {
    void this.close(0);
  }

  /** Waits for the first contact and for answers that are still to come, for so many milliseconds at most; then ends all streams and the session. */
  async close(graceMs: number): Promise<void> {
    const isDone = () => this.isProbed && this.inbox.isIdle && this.queue.isEmpty;
    for (const end = performance.now() + graceMs; performance.now() < end && !isDone(); ) await wait(POLL_MS);
    if (this.isOver) return;
    this.isOver = true;
    this.queue.close();
    this.inbox.resume();
    await this.way.close();
  }

  /** Tells at the start, not with the first request, that nobody is there. What the server says to it does not matter. */
  private async probe(): Promise<void> {
    try {
      const response = await ask(this.options.server, { method: 'OPTIONS', signal: AbortSignal.timeout(PROBE_MS) });
      this.isReached = true;
      this.isProbed = true;
      await drain(response.body);
    } catch (error) {
      this.failed(error);
    }
    this.isProbed = true;
  }

  private streamable(): Way {
    return new StreamableWay(this.wayOptions(), async (hello: Outgoing) => {
      const events = new EventWay(this.wayOptions());
      if (!(await events.connect())) return false;
      this.way = events;
      await events.dispatch(hello);
      return true;
    });
  }

  private wayOptions(): WayOptions {
    const { server, say } = this.options;
    const reached = () => {
      this.isReached = true;
    };
    return { server, inbox: this.inbox, say, reached, failed: (error) => this.failed(error) };
  }

  private failed(error: unknown): void {
    if (!this.isReached && !this.isOver && isUnreachable(error)) this.options.unreachable(error);
  }
}

/** No connection came to be, or none that could be trusted. */
const NO_CONNECTION =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_(?:TLS|SSL)_\w+|\w*(?:CERT|SIGNATURE|SELF_SIGNED)\w*)$/;

function isUnreachable(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++)
    if ('code' in at && NO_CONNECTION.test(String(at.code))) return true;
  return false;
}
