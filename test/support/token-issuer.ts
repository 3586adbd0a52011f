import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** An OIDC issuer that says of users whatever a test wants, and counts who asks for its keys. */
export interface TokenIssuer {
  issuer: string;
  asked(): number;
  /** From now on keys are withheld (503), or given again. */
  withhold(away: boolean): void;
  /** Another key of this algorithm in place of the one before. */
  rotate(alg: string, kid: string): Promise<void>;
  /** A signed token; `claims` may take away (undefined) or change what a good one has. */
  token(claims?: Record<string, unknown>, how?: { alg?: string; kid?: string; foreign?: boolean }): Promise<string>;
  close(): Promise<void>;
}

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA', 'RS512'];

export async function tokenIssuer(): Promise<TokenIssuer> {
  const own = new Map(await Promise.all(ALGORITHMS.map(async (alg) => [alg, await generateKeyPair(alg, { extractable: true })] as const)));
  const foreign = await generateKeyPair('ES256', { extractable: true });
  const keys = await Promise.all(
    [...own].map(async ([alg, { publicKey }]) => ({ ...(await exportJWK(publicKey)), alg, kid: alg, use: 'sig' })),
  );
  let [asked, away] = [0, false];
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/jwks') asked += 1;
    if (away) response.statusCode = 503;
    response.end(JSON.stringify(request.url === '/jwks' ? { keys } : { issuer, jwks_uri: `${issuer}/jwks` }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    issuer,
    asked: () => asked,
    withhold: (now) => {
      away = now;
    },
    async rotate(alg, kid) {
      const pair = await generateKeyPair(alg, { extractable: true });
      own.set(alg, pair);
      const jwk = { ...(await exportJWK(pair.publicKey)), alg, kid, use: 'sig' };
      keys.splice(0, keys.length, ...keys.filter((known) => known.alg !== alg), jwk);
    },
    async token(claims = {}, { alg = 'ES256', kid = alg, foreign: byAnother = false } = {}) {
      const now = Math.floor(Date.now() / 1000);
      const payload: JWTPayload = {
        iss: issuer,
        aud: 'castellan',
        sub: 'ann',
        org: 'acme',
        groups: ['sec'],
        iat: now,
        exp: now + 300,
        ...claims,
      };
      const key = byAnother ? foreign.privateKey : own.get(alg)?.privateKey;
      if (!key) throw new Error(`no key for ${alg}`);
      return new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(key);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
