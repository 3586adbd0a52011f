import type { Ground } from '../ground/ground.js';
import type { Principal, RequestIdentity } from './principal.js';

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A request as far as authentication looks at it. */
export interface Presented {
  method: string;
  headers: RequestHeaders;
  /** Address of the socket's other end. */
  peer: string;
  /** What an audit event that follows from it names. */
  request?: RequestIdentity;
  /** No request that somebody sends now, but an answer that goes on: it is no use of the credential. */
  goesOn?: boolean;
}

/** One way to say who one is. */
export interface Authenticator {
  /** True when the request carries this kind of credential, good or bad. */
  presents(request: Presented, ground: Ground): boolean;
  /** Rejects with Unauthenticated: a bad credential never makes a request anonymous. */
  authenticate(request: Presented, ground: Ground): Promise<Principal>;
}
