import type { KeyScope, Role } from '../../api/route.js';

export type AuthMethod = 'api_key' | 'session' | 'trusted_proxy' | 'oidc_bearer';

/** A browser's session, as far as its own answers tell of it. */
export interface SessionFacts {
  hash: string;
  /** What unsafe requests must repeat in a header. Made from the session's id, which cannot be told from it. */
  csrfToken: string;
  /** How it was opened: `api_key`, `oidc`, `saml`. */
  openedBy: string;
  expiresAt: string;
  idleExpiresAt: string;
}

/** Who asks. The tenant comes from the credential alone, never from the request. */
export interface Principal {
  tenantId: string;
  subject: string;
  /** As actors are written: `key:key_…`, `user:alice@example.com`. */
  actor: string;
  role: Role;
  scopes: readonly KeyScope[];
  method: AuthMethod;
  keyId?: string;
  /** The one source that this credential may push for. */
  sourceId?: string;
  session?: SessionFacts;
}

/** What a role may do at most. */
export const scopesOf: Readonly<Record<Role, readonly KeyScope[]>> = {
  viewer: ['read'],
  analyst: ['read', 'scan', 'ingest'],
  admin: ['read', 'scan', 'ingest', 'admin'],
};

/** Ids of one request, as its answer's headers carry them (W3C Trace Context for the two trace ids). */
export interface RequestIdentity {
  requestId: string;
  traceId: string;
  spanId: string;
}
