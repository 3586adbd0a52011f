import type { Id } from '../frames/message.js';
import type { Inspector } from '../relay/inspector.js';
import { type FrameOutcome, Protocol } from '../relay/protocol.js';
import { RelaySession } from '../relay/session.js';
import type { GatewayClient } from './exchange.js';

/** What one client and the server have agreed and asked: a session, or a single exchange without one. */
export class Conversation {
  readonly session = new RelaySession();
  readonly protocol: Protocol;
  /** Of the server; undefined without a session. */
  id: string | undefined;

  constructor(
    readonly client: GatewayClient,
    readonly inspector: Inspector,
    stray: (reason: string) => void,
  ) {
    this.protocol = new Protocol(this.session, stray);
    this.protocol.ready(inspector);
  }

  /** What becomes of a frame: before it goes on, what was decided on it is on record. */
  recorded(outcome: FrameOutcome): FrameOutcome {
    return this.protocol.recorded([outcome])[0] ?? outcome;
  }

  /** Requests that still wait. */
  open(ids: readonly Id[]): Id[] {
    return ids.filter((id) => this.session.isOpen('client', id));
  }

  settle(ids: readonly Id[]): void {
    for (const id of this.open(ids)) this.session.settle('client', id);
  }

  /** The client is gone; it may ask for the answers later, by the id of an event. */
  cancel(ids: readonly Id[]): void {
    for (const id of ids) this.session.cancel('client', id);
  }

  /** The answer to this request may come again: a client that lost the stream asks for what followed an earlier event. */
  mayRepeat(id: Id): () => void {
    const asked = this.session.asked('client', id);
    return () => {
      if (!asked || this.session.isOpen('client', id)) return;
      this.session.ask('client', id, asked);
      this.session.cancel('client', id);
    };
  }
}
