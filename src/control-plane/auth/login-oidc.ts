import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  None,
  ResponseBodyError,
} from 'openid-client';
import type { OidcOptions } from '../../config/serve-options.js';
import { LEEWAY_S } from '../../support/leeway.js';
import type { Fetch } from '../../system/fetch.js';
import { NotFound, Unauthenticated, Unavailable } from '../failures.js';
import type { Ground } from '../ground/ground.js';
import { readClaims } from './claim-mapping.js';
import {
  beginLogin,
  endLogin,
  type LoginAnswer,
  type LoginCall,
  type LoginWish,
  loginSecret,
  publicUrlOf,
  sendAway,
  welcome,
} from './login-flow.js';
import { fetchOf, providerOf } from './oidc-provider.js';

const CALLBACK = '/v1/auth/oidc/callback';

/** Sends the browser to the provider: authorization code flow with PKCE (OAuth 2.0 Security Best Current Practice). */
export async function startOidcLogin(call: LoginCall, wish: LoginWish): Promise<LoginAnswer> {
  const { ground } = call;
  const client = await clientOf(ground);
  const login = await beginLogin(ground, 'oidc', wish);
  const location = buildAuthorizationUrl(client, {
    redirect_uri: publicUrlOf(ground, CALLBACK),
    scope: 'openid profile email',
    state: login.state,
    nonce: loginSecret(ground, 'nonce', login.state),
    code_challenge: await calculatePKCECodeChallenge(loginSecret(ground, 'verifier', login.state)),
    code_challenge_method: 'S256',
  });
  return sendAway(call, login, location.href);
}

/**
 * Handles the browser's return: exchanges the code, and checks the ID token's signature and claims like those of a
 * bearer token.
 */
export async function finishOidcLogin(call: LoginCall, query: Readonly<Record<string, string | undefined>>): Promise<LoginAnswer> {
  const { ground } = call;
  const { oidc } = ground.options;
  const client = await clientOf(ground);
  const state = query['state'] ?? '';
  const wish = await endLogin(call, { kind: 'oidc', state });
  if (!oidc?.clientId || query['code'] === undefined) throw new Unauthenticated('the identity provider did not sign the user in');
  const token = await exchange(client, ground, { state, query });
  const claims = await providerOf(oidc, ground.options).verify(token, { audience: oidc.clientId, clock: ground.clock });
  return welcome(call, 'oidc', readClaims(claims.sub, claims, oidc), wish);
}

interface Return {
  state: string;
  query: Readonly<Record<string, string | undefined>>;
}

async function exchange(client: Configuration, ground: Ground, { state, query }: Return): Promise<string> {
  const current = new URL(publicUrlOf(ground, CALLBACK));
  for (const [name, value] of Object.entries(query)) if (value !== undefined) current.searchParams.set(name, value);
  const checks = {
    expectedState: state,
    expectedNonce: loginSecret(ground, 'nonce', state),
    pkceCodeVerifier: loginSecret(ground, 'verifier', state),
    idTokenExpected: true,
  };
  try {
    const { id_token } = await authorizationCodeGrant(client, current, checks);
    if (id_token !== undefined) return id_token;
  } catch (cause) {
    if (isOutage(cause)) throw new Unavailable('the identity provider cannot be reached');
  }
  throw new Unauthenticated('the identity provider did not sign the user in');
}

/** True for an error of the network and not of the provider. */
function isOutage(cause: unknown): boolean {
  return (
    cause instanceof TypeError || (cause instanceof Error && !(cause instanceof ResponseBodyError) && cause.cause instanceof TypeError)
  );
}

const clients = new WeakMap<OidcOptions, Promise<Configuration>>();

function clientOf({ options }: Ground): Promise<Configuration> {
  const { oidc } = options;
  if (oidc?.clientId === undefined || options.publicUrl === undefined) throw new NotFound('sign-in by OIDC');
  const known = clients.get(oidc) ?? discovered(oidc, oidc.clientId, fetchOf(oidc, options));
  clients.set(oidc, known);
  known.catch(() => clients.delete(oidc));
  return known;
}

async function discovered({ issuer, clientSecret }: OidcOptions, clientId: string, fetch: Fetch): Promise<Configuration> {
  const url = new URL(issuer);
  try {
    return await discovery(
      url,
      clientId,
      { [clockTolerance]: LEEWAY_S },
      clientSecret === undefined ? None() : ClientSecretPost(clientSecret),
      {
        [customFetch]: (address, { body = null, ...init }) =>
          fetch(address, { ...init, body: body instanceof URLSearchParams ? body.toString() : body }),
        timeout: 10,
        // The check of the configuration allows plain http only on this machine.
        execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
      },
    );
  } catch {
    throw new Unavailable('the identity provider cannot be reached');
  }
}
