import { BadRequest, Unauthenticated } from '../failures.js';
import type { Ground } from '../ground/ground.js';
import type { Authenticator, Presented } from './authenticator.js';
import type { Principal } from './principal.js';
import { apiKeys } from './with-api-key.js';
import { oidcBearer } from './with-oidc-bearer.js';
import { sessions } from './with-session.js';
import { trustedProxy } from './with-trusted-proxy.js';

/** In the order in which they are tried; the first one whose credential is present decides. */
export const authenticators: readonly Authenticator[] = [trustedProxy, apiKeys, oidcBearer, sessions];

/**
 * Authenticates the caller. Rejects with Unauthenticated when the credential is missing or wrong, and with BadRequest
 * when there are two.
 */
export async function authenticate(request: Presented, ground: Ground): Promise<Principal> {
  const found = authenticators.find((one) => one.presents(request, ground));
  if (found !== trustedProxy) requireOne(request, ground);
  if (!found) throw new Unauthenticated(isAnonymous(request) ? 'authentication is required' : 'the credential is not valid');
  return found.authenticate(request, ground);
}

/** A cookie, which the browser adds automatically, must not accompany an explicit credential. */
function requireOne(request: Presented, ground: Ground): void {
  const { authorization, 'x-api-key': key } = request.headers;
  const given = [authorization !== undefined, key !== undefined, sessions.presents(request, ground)].filter(Boolean);
  if (given.length > 1) throw new BadRequest('more than one credential: send a key, a token or a session cookie');
}

/** True when the request has no credential of any kind. */
export function isAnonymous({ headers }: Presented): boolean {
  return (
    headers.authorization === undefined &&
    headers['x-api-key'] === undefined &&
    !/(?:^|[; ])(?:__Host-)?service_session=/.test(String(headers.cookie ?? ''))
  );
}
