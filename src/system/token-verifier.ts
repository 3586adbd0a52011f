import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { isObject, own } from '../support/json.js';
import { LEEWAY_S } from '../support/leeway.js';
import type { Fetch } from './fetch.js';

/** Signature algorithms with keys that only the issuer has; shared secrets and unsigned tokens are refused. */
const SIGNATURES = ['RS256', 'ES256', 'EdDSA'];

const TIMEOUT_MS = 5_000;
const KEYS_MS = 600_000;

/** Where issuers describe themselves: OpenID Connect Discovery 1.0, and RFC 8414 for those that are no OpenID provider. */
const METADATA = ['openid-configuration', 'oauth-authorization-server'];

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** What a token must match. */
export interface ExpectedToken {
  /** One of several will do. */
  audience: string | string[];
  clock(): number;
}

/** The token is not this issuer's, not for us, not valid any more, or no token at all. */
export class TokenRefused extends Error {}

/** Whether the token is good cannot be told now. */
export class IssuerUnavailable extends Error {}

/** The keys of one issuer: found by its metadata, cached, and fetched again for an unknown key id. */
export class TokenVerifier {
  private keys: Promise<KeySet> | undefined;

  constructor(
    private readonly issuer: string,
    private readonly fetch: Fetch,
  ) {}

  /** Claims of a valid token that this issuer made for the audience. Rejects with TokenRefused or IssuerUnavailable. */
  async verify(token: string, { audience, clock }: ExpectedToken): Promise<JWTPayload> {
    if (!this.isPlausible(token)) throw new TokenRefused();
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
      if (isOutage(cause)) throw new IssuerUnavailable('the keys of the identity provider cannot be had');
      throw new TokenRefused();
    }
  }

  /** How many keys the issuer has now. Rejects with IssuerUnavailable. */
  async keyCount(): Promise<number> {
    const keys = await this.keySet();
    await keys.reload().catch(() => {
      throw new IssuerUnavailable('the keys of the identity provider cannot be had');
    });
    return keys.jwks()?.keys.length ?? 0;
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
    const metadata = await this.metadata();
    const uri = isObject(metadata) && own(metadata, 'issuer') === this.issuer ? own(metadata, 'jwks_uri') : undefined;
    if (typeof uri !== 'string' || !URL.canParse(uri))
      throw new IssuerUnavailable('the identity provider does not describe itself as its issuer');
    return createRemoteJWKSet(new URL(uri), { [customFetch]: this.fetch, timeoutDuration: TIMEOUT_MS, cacheMaxAge: KEYS_MS });
  }

  private async metadata(): Promise<unknown> {
    for (const name of METADATA) {
      const answer = await this.fetch(metadataAddress(this.issuer, name), { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
        () => undefined,
      );
      if (answer?.ok) return answer.json().catch(() => undefined);
    }
    throw new IssuerUnavailable('the identity provider cannot be reached');
  }
}

/** OpenID Connect puts its path behind that of the issuer, RFC 8414 before it. */
function metadataAddress(issuer: string, name: string): string {
  const bare = issuer.replace(/\/$/, '');
  if (name === METADATA[0] || !URL.canParse(bare)) return `${bare}/.well-known/${name}`;
  const { origin, pathname } = new URL(bare);
  return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`;
}

function isOutage(cause: unknown): boolean {
  if (cause instanceof errors.JWKSTimeout) return true;
  // jose gives failures to fetch keys its general error code, or leaves them unchanged.
  return !(cause instanceof errors.JOSEError) || cause.code === 'ERR_JOSE_GENERIC';
}
