import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Route, RouteTable } from '../../api/route.js';
import type { Principal, RequestIdentity } from '../auth/principal.js';
import type { AuditNote } from '../ground/audit-note.js';
import type { SharedStore, TenantStore } from '../store/layer/store.js';
import type { ControlPlane } from './plane.js';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler of an open route gets. */
export interface OpenCall<R extends Route> {
  plane: ControlPlane;
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
  request: RequestIdentity;
  /** Header names are in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the socket's other end. */
  peer: string;
  /** Address of the client; behind trusted proxies, the one that they report. */
  clientAddress: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** What a handler gets before its transaction: enough to make outside requests, read, and store bytes. */
export interface EarlyCall<R extends Route> extends OpenCall<R> {
  principal: Principal;
  idempotencyKey?: string;
}

/** What a handler gets, including its transaction. */
export interface Call<R extends Route> extends EarlyCall<R> {
  store: TenantStore;
  shared: SharedStore;
}

/** A handler's answer. `body` is JSON, or the text of a route that produces another media type. */
export interface Reply {
  body?: unknown;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /**
   * Bytes sent after the transaction, instead of `body`. Created lazily, so that nothing is opened when the client has
   * disconnected.
   */
  stream?: () => Readable;
  /** `none`: what was done needs no audit event, though the route has one. */
  audit?: AuditNote | 'none';
  /** Runs once the transaction has succeeded: wakes workers, drops caches. */
  after?: () => void;
}

/**
 * A handler that first makes outside requests or stores bytes: `prepare` runs before the transaction, without locks.
 */
export interface PreparedHandler<R extends Route> {
  prepare(call: EarlyCall<R>): Promise<(call: Call<R>) => Promise<Reply>>;
}

type ClosedHandler<R extends Route> = ((call: Call<R>) => Promise<Reply>) | PreparedHandler<R>;
type OpenHandler<R extends Route> = (call: OpenCall<R>) => Promise<Reply>;

export type Handler<R extends Route> = R['role'] extends 'open' ? OpenHandler<R> : ClosedHandler<R>;

/** One handler for every key of a route table; a missing one does not compile. */
export type Handlers<T extends RouteTable> = { readonly [K in keyof T]: Handler<T[K]> };
