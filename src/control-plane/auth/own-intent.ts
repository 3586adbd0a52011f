import type { ServeOptions } from '../../config/serve-options.js';
import { Forbidden } from '../failures.js';
import { hashOf, sameHash } from './api-key.js';
import type { Presented } from './authenticator.js';
import { headerOf } from './credentials.js';
import type { Principal } from './principal.js';
import { requireSameOrigin } from './same-origin.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws Forbidden for what changes something, comes by a credential that browsers add by themselves, and may have been made by another
 * site: a session must also repeat its token; a proxy knows its users by cookies of its own. Methods that change nothing (RFC 9110
 * section 9.2.1) pass.
 */
export function requireOwnIntent(request: Presented, { method, session }: Principal, options: ServeOptions): void {
  if (SAFE.has(request.method)) return;
  if (session || method === 'trusted_proxy') requireSameOrigin(request, options);
  if (session && !sameHash(hashOf(headerOf(request, 'x-service-csrf')), hashOf(session.csrfToken)))
    throw new Forbidden("this needs the session's token in the header X-Service-CSRF");
}
