import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayClient } from '../../http/exchange.js';

/** Why nobody is signed in. */
export type SignInFailure = 'missing' | 'invalid' | 'unavailable';

/** One way to tell who a credential stands for. */
export interface SignInWay {
  /** True for a credential of this way's form. */
  takes(credential: string): boolean;
  /** `resource`: address of the upstream that is asked for. Never throws. */
  signIn(credential: string, resource: string): Promise<GatewayClient | SignInFailure>;
}

/** Whoever comes where nobody has to sign in: programs of this machine. */
export const ANYBODY: GatewayClient = { id: 'local', name: 'local' };

/** Tells who asks. Without any way to sign in everybody is the same. */
export class SignIn {
  constructor(private readonly ways: readonly SignInWay[]) {}

  get isRequired(): boolean {
    return this.ways.length > 0;
  }

  /** True where the credential is this token. */
  isToken(headers: IncomingHttpHeaders, token: string): boolean {
    const credential = credentialIn(headers);
    return credential !== undefined && timingSafeEqual(Buffer.from(credentialHash(credential)), Buffer.from(credentialHash(token)));
  }

  /** Takes away what a client has signed in with here: it is for nobody else. */
  withhold(headers: IncomingHttpHeaders): void {
    if (this.isRequired) delete headers[typeof headers['x-api-key'] === 'string' ? 'x-api-key' : 'authorization'];
  }

  async clientOf(headers: IncomingHttpHeaders, resource: string): Promise<GatewayClient | SignInFailure> {
    if (!this.isRequired) return ANYBODY;
    const credential = credentialIn(headers);
    if (credential === undefined) return 'missing';
    const way = this.ways.find((one) => one.takes(credential));
    return way ? way.signIn(credential, resource) : 'invalid';
  }
}

/** A client whose `Authorization` is for the upstream signs in at the gateway with `X-API-Key`. */
function credentialIn({ authorization, 'x-api-key': key }: IncomingHttpHeaders): string | undefined {
  if (typeof key === 'string') return key;
  return authorization === undefined ? undefined : (/^Bearer +([\x21-\x7e]{1,8192})$/i.exec(authorization)?.[1] ?? '');
}

/** SHA-256 as hex: credentials are kept and compared by it alone. */
export function credentialHash(credential: string): string {
  return createHash('sha256').update(credential).digest('hex');
}
