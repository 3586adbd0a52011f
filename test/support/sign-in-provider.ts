import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** What the provider says of a user beside `sub`. */
export type UserClaims = Readonly<Record<string, unknown>>;

const ANN: UserClaims = { org: 'acme', groups: ['sec'] };

/** A real OIDC provider at which everybody is `ann` of acme, or who `more.user` says, and consents. */
export interface SignInProvider {
  issuer: string;
  /** Walks a browser through it, from the address it was sent to, until it is sent back; gives that address. */
  walk(location: string, home: string): Promise<string>;
  /** A token for the audience `castellan`, signed by it. */
  token(): Promise<string>;
  close(): Promise<void>;
}

export async function signInProvider(
  redirectUri: string,
  more: { clientId?: string; user?: () => UserClaims } = {},
): Promise<SignInProvider> {
  let handle: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, response) => void handle?.(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'own' }] },
    clients: [
      {
        client_id: more.clientId ?? 'castellan-ui',
        client_secret: 'a client secret for tests',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'org', 'groups'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['test'] },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: async () => ({ sub: accountId, ...(more.user?.() ?? ANN) }) }),
  });
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    const { prompt, params, session, grantId } = await provider.interactionDetails(ctx.req, ctx.res);
    if (prompt.name === 'login') return provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: 'ann' } });
    const grant =
      (grantId && (await provider.Grant.find(grantId))) ||
      new provider.Grant({ accountId: session?.accountId ?? 'ann', clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    return provider.interactionFinished(ctx.req, ctx.res, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true });
  });
  handle = provider.callback();
  return {
    issuer,
    walk: (location, home) => walk(location, home),
    token: () =>
      new SignJWT({ ...ANN })
        .setProtectedHeader({ alg: 'RS256', kid: 'own' })
        .setIssuer(issuer)
        .setSubject('ann')
        .setAudience('castellan')
        .setExpirationTime('5m')
        .sign(privateKey),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function walk(location: string, home: string): Promise<string> {
  const jar = new Map<string, string>();
  let at = location;
  for (let hop = 0; hop < 20 && !at.startsWith(home); hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`the provider stopped at ${at} with ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
    at = new URL(next, at).href;
  }
  return at;
}
