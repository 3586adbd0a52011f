import type { KeyScope, Role } from '../../api/route.js';

export type AuthMethod = 'api_key' | 'session' | 'trusted_proxy' | 'oidc_bearer';

/** The fields of a browser's session that answers show. */
export interface SessionFacts {
  hash: string;
  /**
   * The token that unsafe requests must repeat in a header. It is derived from the session's id, which cannot be
   * derived from it.
   */
  csrfToken: string;
  /** How the session was opened: `api_key`, `oidc`, `saml`, `link`. */
  openedBy: string;
  expiresAt: string;
  idleExpiresAt: string;
}

/** The authenticated caller. The tenant comes only from the credential, never from the request. */
export interface Principal {
  tenantId: string;
  subject: string;
  /** In the form of actors in the audit log: `key:key_…`, `user:alice@example.com`. */
  actor: string;
  role: Role;
  scopes: readonly KeyScope[];
  method: AuthMethod;
  keyId?: string;
  /** The only source that this credential may push to. */
  sourceId?: string;
  session?: SessionFacts;
}

/** The scopes that a role may have at most. */
export const scopesOf: Readonly<Record<Role, readonly KeyScope[]>> = {
  viewer: ['read'],
  analyst: ['read', 'scan', 'ingest'],
  admin: ['read', 'scan', 'ingest', 'admin'],
};

/** Ids of one request, as the answer's headers contain them (W3C Trace Context for the two trace ids). */
export interface RequestIdentity {
  requestId: string;
  traceId: string;
  spanId: string;
  /** The caller's own span, of the same trace, and whether the caller keeps the trace. */
  parent?: { spanId: string; isSampled: boolean };
}
