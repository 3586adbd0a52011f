import { TokenRefused, type TokenVerifier } from '../../../system/token-verifier.js';
import type { GatewayClient } from '../../http/exchange.js';
import type { SignInFailure, SignInWay } from './sign-in.js';

/** Characters of a subject that names a client. */
const MAX_SUBJECT = 200;

export interface IssuedTokensOptions {
  issuer: string;
  /** Besides the address of the upstream. */
  audience: string | undefined;
  verifier: TokenVerifier;
  /** Milliseconds. */
  clock(): number;
}

/** Signed tokens of an identity provider that were made for the upstream's address (RFC 8707), or for the audience that is set up. */
export class IssuedTokens implements SignInWay {
  constructor(private readonly options: IssuedTokensOptions) {}

  takes(credential: string): boolean {
    return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
  }

  async signIn(credential: string, resource: string): Promise<GatewayClient | SignInFailure> {
    const { issuer, audience, verifier, clock } = this.options;
    try {
      const { sub } = await verifier.verify(credential, { audience: audience === undefined ? [resource] : [resource, audience], clock });
      if (sub === undefined || sub === '' || sub.length > MAX_SUBJECT || /[\p{Cc}\p{Cs}]/u.test(sub)) return 'invalid';
      return { id: `oidc:${issuer}:${sub}`, name: sub };
    } catch (cause) {
      return cause instanceof TokenRefused ? 'invalid' : 'unavailable';
    }
  }
}
