import type { Ground } from '../ground/ground.js';
import type { Principal, RequestIdentity } from './principal.js';

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The parts of a request that authentication needs. */
export interface Presented {
  method: string;
  headers: RequestHeaders;
  /** Address of the socket's other end. */
  peer: string;
  /** Ids that audit events of this request contain. */
  request?: RequestIdentity;
  /** True when an answer that is still being sent is checked again. It does not count as a use of the credential. */
  isRecheck?: boolean;
}

/** One method of authentication. */
export interface Authenticator {
  /** True when the request has this kind of credential, valid or not. */
  presents(request: Presented, ground: Ground): boolean;
  /** Rejects with Unauthenticated: a wrong credential never makes a request anonymous. */
  authenticate(request: Presented, ground: Ground): Promise<Principal>;
}
