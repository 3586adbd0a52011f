import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { OidcOptions, ServeOptions } from '../../config/serve-options.js';
import { isObject, own } from '../../support/json.js';
import { createFetch, type Fetch } from '../../system/fetch.js';
import { OutboundPolicy } from '../../system/outbound-policy.js';
import { Unauthenticated, Unavailable } from '../failures.js';
import { LEEWAY_S } from './leeway.js';

/** Signature algorithms with keys that only the provider has; shared secrets and unsigned tokens are refused. */
export const SIGNATURES = ['RS256', 'ES256', 'EdDSA'];

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** What a token must match. */
export interface Expected {
  audience: string;
  clock(): number;
}

/**
 * The keys of one OIDC issuer: found by its metadata (OpenID Connect Discovery 1.0), cached, and fetched again for an
 * unknown key id.
 */
export class OidcProvider {
  private keys: Promise<KeySet> | undefined;

  constructor(
    private readonly issuer: string,
    private readonly fetch: Fetch,
  ) {}

  /**
   * Claims of a valid token that this issuer made for us. Rejects with Unauthenticated, or with Unavailable when the
   * keys cannot be fetched.
   */
  async verify(token: string, { audience, clock }: Expected): Promise<JWTPayload> {
    if (!this.isPlausible(token)) throw new Unauthenticated('the credential is not valid');
    const keys = await this.keySet();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: this.issuer,
        audience,
        algorithms: SIGNATURES,
        clockTolerance: LEEWAY_S,
        currentDate: new Date(clock()),
        requiredClaims: ['exp', 'sub'],
      });
      // A token from the future is refused; the library does not check `iat` by itself.
      if (payload.iat !== undefined && payload.iat > clock() / 1000 + LEEWAY_S) throw new errors.JWTInvalid('iat lies ahead');
      return payload;
    } catch (cause) {
      if (isOutage(cause)) throw new Unavailable('the keys of the identity provider cannot be had');
      throw new Unauthenticated('the credential is not valid');
    }
  }

  /** False for a token that no key could make valid, so that no keys are fetched for it. */
  private isPlausible(token: string): boolean {
    try {
      return SIGNATURES.includes(decodeProtectedHeader(token).alg ?? '') && decodeJwt(token).iss === this.issuer;
    } catch {
      return false;
    }
  }

  private keySet(): Promise<KeySet> {
    this.keys ??= this.discover().catch((cause) => {
      this.keys = undefined;
      throw cause;
    });
    return this.keys;
  }

  private async discover(): Promise<KeySet> {
    const address = `${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const metadata = await this.fetch(address, { signal: AbortSignal.timeout(5000) })
      .then((answer): Promise<unknown> => (answer.ok ? answer.json() : Promise.reject(new Error(`status ${answer.status}`))))
      .catch(() => {
        throw new Unavailable('the identity provider cannot be reached');
      });
    const uri = isObject(metadata) && own(metadata, 'issuer') === this.issuer ? own(metadata, 'jwks_uri') : undefined;
    if (typeof uri !== 'string' || !URL.canParse(uri))
      throw new Unavailable('the identity provider does not describe itself as its issuer');
    return createRemoteJWKSet(new URL(uri), { [customFetch]: this.fetch, timeoutDuration: 5000, cacheMaxAge: 600_000 });
  }
}

function isOutage(cause: unknown): boolean {
  if (cause instanceof errors.JWKSTimeout) return true;
  // jose gives failures to fetch keys its general error code, or leaves them unchanged.
  return !(cause instanceof errors.JOSEError) || cause.code === 'ERR_JOSE_GENERIC';
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
