import { Unauthenticated } from '../failures.js';
import type { Authenticator } from './authenticator.js';
import { readClaims } from './claim-mapping.js';
import { bearerOf } from './credentials.js';
import { admitFederated } from './federated.js';
import { scopesOf } from './principal.js';

/** A signed JWT of the configured issuer (RFC 7519) as bearer token. */
export const oidcBearer: Authenticator = {
  presents: ({ headers }, { options }) => options.oidc !== undefined && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(bearerOf(headers) ?? ''),
  async authenticate({ headers, request }, ground) {
    const { oidc } = ground.options;
    if (!oidc) throw new Unauthenticated('the credential is not valid');
    const { providerOf } = await import('./oidc-provider.js');
    const claims = await providerOf(oidc, ground.options).verify(bearerOf(headers) ?? '', { audience: oidc.audience, clock: ground.clock });
    const admitted = await admitFederated(readClaims(claims.sub, claims, oidc), ground, request);
    return { ...admitted, actor: `user:${admitted.subject}`, scopes: scopesOf[admitted.role], method: 'oidc_bearer' };
  },
};
