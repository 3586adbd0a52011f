import type { Role, Scope } from '../../api/route.js';

export type AuthMethod = 'api_key' | 'session' | 'trusted_proxy' | 'oidc_bearer';

/** Who asks. The tenant comes from the credential alone, never from the request. */
export interface Principal {
  tenantId: string;
  subject: string;
  /** As actors are written: `key:key_…`, `user:alice@example.com`. */
  actor: string;
  role: Role;
  scopes: readonly Scope[];
  method: AuthMethod;
  keyId?: string;
  /** The one source that this credential may push for. */
  sourceId?: string;
  session?: { hash: string; csrfHash: string; expiresAt: string };
}

/** Ids of one request, as its answer's headers carry them (W3C Trace Context for the two trace ids). */
export interface RequestIdentity {
  requestId: string;
  traceId: string;
  spanId: string;
}
