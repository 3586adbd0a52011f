import type { ServeOptions } from '../../config/serve-options.js';
import { Forbidden } from '../failures.js';
import { hashOf, sameHash } from './api-key.js';
import type { Presented } from './authenticator.js';
import { headerOf } from './credentials.js';
import type { Principal } from './principal.js';
import { requireSameOrigin } from './same-origin.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Protects against forged cross-site requests. Throws Forbidden when a request changes something, has a credential that
 * browsers add automatically, and may come from another site. A session must also send its CSRF token; a trusted proxy
 * identifies its users by cookies of its own. Safe methods (RFC 9110 section 9.2.1) pass.
 */
export function requireOwnIntent(request: Presented, { method, session }: Principal, options: ServeOptions): void {
  if (SAFE.has(request.method)) return;
  if (session || method === 'trusted_proxy') requireSameOrigin(request, options);
  if (session && !sameHash(hashOf(headerOf(request, 'x-service-csrf')), hashOf(session.csrfToken)))
    throw new Forbidden("this needs the session's token in the header X-Service-CSRF");
}
