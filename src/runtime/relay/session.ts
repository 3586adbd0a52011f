import { isObject, type JsonObject, own } from '../../support/json.js';
import type { Id } from '../frames/message.js';

/** Who sent a message. */
export type Side = 'client' | 'server';

/** A request that waits for its answer. */
export interface PendingRequest {
  method: string;
  /** Of `tools/call`. */
  tool?: string;
  /** True where a list is asked for its next page. */
  isPage?: boolean;
}

/** Cancelled requests whose answer may still come; older ones are forgotten. */
const MAX_CANCELLED = 1_000;

/** First revision of the protocol that has no batches. */
const NO_BATCHES = '2025-06-18';

/** True for revisions of the protocol that have batches. */
export function hasBatches(revision: string | undefined): boolean {
  return revision !== undefined && /^\d{4}-\d\d-\d\d$/.test(revision) && revision < NO_BATCHES;
}

/** What was agreed between a client and a server, and what each has asked and was not answered yet. */
export class RelaySession {
  /** Revision of the protocol, once the server has said it. */
  revision: string | undefined;
  private clientOffers: JsonObject = {};
  private readonly open = { client: new Map<Id, PendingRequest>(), server: new Map<Id, PendingRequest>() };
  private readonly cancelled = { client: new Map<Id, PendingRequest>(), server: new Map<Id, PendingRequest>() };

  get hasBatches(): boolean {
    return hasBatches(this.revision);
  }

  isOpen(side: Side, id: Id): boolean {
    return this.open[side].has(id);
  }

  /** The request that an answer with this id would belong to. */
  asked(side: Side, id: Id): PendingRequest | undefined {
    return this.open[side].get(id) ?? this.cancelled[side].get(id);
  }

  ask(side: Side, id: Id, asked: PendingRequest): void {
    this.open[side].set(id, asked);
  }

  /** The request that an answer with this id belongs to, which is thereby answered. */
  settle(side: Side, id: Id): PendingRequest | undefined {
    const asked = this.open[side].get(id);
    if (asked !== undefined) this.open[side].delete(id);
    else return this.settleCancelled(side, id);
    return asked;
  }

  /** An answer to a cancelled request may be on its way. */
  cancel(side: Side, id: Id): void {
    const asked = this.open[side].get(id);
    if (asked === undefined) return;
    this.open[side].delete(id);
    const late = this.cancelled[side];
    late.set(id, asked);
    for (const oldest of late.keys()) {
      if (late.size <= MAX_CANCELLED) break;
      late.delete(oldest);
    }
  }

  /** The client's `initialize`. */
  hello(params: JsonObject | undefined): void {
    const offers = params && own(params, 'capabilities');
    this.clientOffers = isObject(offers) ? offers : {};
  }

  /** The server's answer to it. */
  welcome(result: unknown): void {
    const revision = isObject(result) ? own(result, 'protocolVersion') : undefined;
    if (typeof revision === 'string') this.revision = revision;
  }

  /** Whether the client said that it can be asked this; what no capability stands for may always be asked. */
  mayAskClient(method: string): boolean {
    const capability = CAPABILITY.get(method.slice(0, method.indexOf('/') + 1));
    return capability === undefined || Object.hasOwn(this.clientOffers, capability);
  }

  private settleCancelled(side: Side, id: Id): PendingRequest | undefined {
    const asked = this.cancelled[side].get(id);
    this.cancelled[side].delete(id);
    return asked;
  }
}

/** Capability of the client that a request of the server needs, by the start of its method. */
const CAPABILITY: ReadonlyMap<string, string> = new Map([
  ['sampling/', 'sampling'],
  ['elicitation/', 'elicitation'],
  ['roots/', 'roots'],
  ['tasks/', 'tasks'],
]);
