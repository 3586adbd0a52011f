import type { JWTPayload } from 'jose';
import type { OidcOptions, ServeOptions } from '../../config/serve-options.js';
import { createFetch, type Fetch } from '../../system/fetch.js';
import { OutboundPolicy } from '../../system/outbound-policy.js';
import { type ExpectedToken, IssuerUnavailable, TokenRefused, TokenVerifier } from '../../system/token-verifier.js';
import { Unauthenticated, Unavailable } from '../failures.js';

/** One OIDC issuer, with the failures of the service. */
export class OidcProvider {
  private readonly tokens: TokenVerifier;

  constructor(issuer: string, fetch: Fetch) {
    this.tokens = new TokenVerifier(issuer, fetch);
  }

  /**
   * Claims of a valid token that this issuer made for us. Rejects with Unauthenticated, or with Unavailable when the
   * keys cannot be fetched.
   */
  async verify(token: string, expected: ExpectedToken): Promise<JWTPayload> {
    try {
      return await this.tokens.verify(token, expected);
    } catch (cause) {
      if (cause instanceof IssuerUnavailable) throw new Unavailable(cause.message);
      if (cause instanceof TokenRefused) throw new Unauthenticated('the credential is not valid');
      throw cause;
    }
  }
}

const providers = new WeakMap<OidcOptions, OidcProvider>();

/** The provider of a configuration; one instance for each. */
export function providerOf(oidc: OidcOptions, options: FetchOptions): OidcProvider {
  const known = providers.get(oidc) ?? new OidcProvider(oidc.issuer, fetchOf(oidc, options));
  providers.set(oidc, known);
  return known;
}

type FetchOptions = Pick<ServeOptions, 'environment' | 'outboundAllow'>;

/** The operator chose the issuer, so it may be internal; other hosts in its metadata must be public or allowed. */
export function fetchOf({ issuer }: OidcOptions, { environment, outboundAllow }: FetchOptions): Fetch {
  const host = URL.canParse(issuer) ? new URL(issuer).hostname : '';
  return createFetch(environment, new OutboundPolicy(outboundAllow).trusting(host));
}
