import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Route, RouteTable } from '../../api/route.js';
import type { Principal, RequestIdentity } from '../auth/principal.js';
import type { AuditNote } from '../ground/audit-note.js';
import type { SharedStore, TenantStore } from '../store/layer/store.js';
import type { ControlPlane } from './plane.js';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler of an open route knows. */
export interface OpenCall<R extends Route> {
  plane: ControlPlane;
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
  request: RequestIdentity;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the socket's other end. */
  peer: string;
  /** Address of the client, behind trusted proxies the one they name. */
  clientAddress: string;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

/** What a handler knows before its transaction: enough to reach out, read, and store bytes. */
export interface EarlyCall<R extends Route> extends OpenCall<R> {
  principal: Principal;
  idempotencyKey?: string;
}

/** What a handler gets: everything it needs, its transaction included. */
export interface Call<R extends Route> extends EarlyCall<R> {
  store: TenantStore;
  shared: SharedStore;
}

/** What a handler answers. `body` is JSON, or the text of a route that produces something else. */
export interface Reply {
  body?: unknown;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Bytes after the transaction, in place of `body`. Made lazily, so that nothing is open when the client has gone. */
  stream?: () => Readable;
  audit?: AuditNote;
  /** Runs once the transaction has succeeded: waking workers, dropping caches. */
  after?: () => void;
}

/** A handler that must reach out or store bytes first: `prepare` runs before the transaction, with nothing locked. */
export interface PreparedHandler<R extends Route> {
  prepare(call: EarlyCall<R>): Promise<(call: Call<R>) => Promise<Reply>>;
}

type ClosedHandler<R extends Route> = ((call: Call<R>) => Promise<Reply>) | PreparedHandler<R>;
type OpenHandler<R extends Route> = (call: OpenCall<R>) => Promise<Reply>;

export type Handler<R extends Route> = R['role'] extends 'open' ? OpenHandler<R> : ClosedHandler<R>;

/** One handler for every key of a route table; a missing one does not compile. */
export type Handlers<T extends RouteTable> = { readonly [K in keyof T]: Handler<T[K]> };
