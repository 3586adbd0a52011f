import { Unauthenticated } from '../failures.js';
import type { ControlPlane } from '../plane.js';
import type { Authenticator, Presented } from './authenticator.js';
import type { Principal } from './principal.js';
import { apiKeys } from './with-api-key.js';

/** In the order they are asked; the first whose credential is there decides. */
export const authenticators: readonly Authenticator[] = [apiKeys];

/** Who asks. Rejects with Unauthenticated when nobody says so, or not rightly. */
export function authenticate(request: Presented, plane: ControlPlane): Promise<Principal> {
  const found = authenticators.find((one) => one.presents(request, plane));
  if (!found) return Promise.reject(new Unauthenticated('authentication is required'));
  return found.authenticate(request, plane);
}
