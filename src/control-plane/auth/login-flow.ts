import { createHmac, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '../../support/durations.js';
import { isObject } from '../../support/json.js';
import { NotFound, Unauthenticated } from '../failures.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { derivedKey } from '../secrets.js';
import { keepState, takeState } from '../store/login-states.js';
import { hashOf } from './api-key.js';
import type { Presented } from './authenticator.js';
import type { AssertedUser } from './claim-mapping.js';
import { cookieOf, isPlainLoopback, sessionCookieName } from './credentials.js';
import { admitFederated } from './federated.js';
import type { RequestIdentity } from './principal.js';
import { sessionCookie } from './session.js';
import { draftOfUser, shortKey, signIn } from './sign-in.js';

const LOGIN_MS = 10 * MINUTE_MS;

/** What a sign-in should lead to. */
export interface LoginWish {
  return_to?: string | undefined;
  result?: 'session' | 'key' | undefined;
}

/** A sign-in for which the browser was sent to the provider. */
export interface Login {
  kind: 'oidc' | 'saml';
  /** Sent to the identity provider and back; random, valid for one return. */
  state: string;
}

/** A request of a sign-in route. */
export interface LoginCall {
  ground: Ground;
  request: RequestIdentity;
  presented: Presented;
}

/** The answer of a sign-in route. */
export interface LoginAnswer {
  status: 201 | 302 | 303;
  headers: Record<string, string>;
  body?: object;
}

/** Stores the wish under a new state. The database holds only the state's hash. */
export async function beginLogin(ground: Ground, kind: Login['kind'], { return_to = '/', result = 'session' }: LoginWish): Promise<Login> {
  const state = randomBytes(32).toString('base64url');
  const kept = { kind, state: hashOf(state), data: { return_to, result }, expiresAt: timeOf(ground, LOGIN_MS) };
  await ground.store.shared((shared) => keepState(shared, kept));
  return { kind, state };
}

/** Redirects to the identity provider, with a cookie that recognises the browser when it returns. */
export function sendAway({ ground, presented }: LoginCall, { kind, state }: Login, location: string): LoginAnswer {
  const name = loginCookieName(presented, ground);
  // A SAML provider's page posts from its own site, so the cookie needs `None`; a Lax cookie is only sent with an OIDC
  // provider's redirect. Browsers also store a secure cookie over plain http if the host is loopback.
  const site = kind === 'saml' ? 'None' : 'Lax';
  const secure = kind === 'saml' || name.startsWith('__Host-') ? '; Secure' : '';
  const cookie = `${name}=${state}; Path=/; HttpOnly; SameSite=${site}; Max-Age=${LOGIN_MS / 1000}${secure}`;
  return { status: 302, headers: { location, 'set-cookie': cookie } };
}

/**
 * Consumes the sign-in when the browser returns. Throws Unauthenticated for one that is unknown, used, too old or
 * another browser's.
 */
export async function endLogin({ ground, presented }: LoginCall, { kind, state }: Login): Promise<Required<LoginWish>> {
  const refusal = () => new Unauthenticated('the sign-in is not one of this browser, or too old');
  // Checked before anything is read or consumed: a browser with somebody else's answer signs nobody in, and does not
  // invalidate the sign-in.
  if (!isSameBrowser(presented, ground, state)) throw refusal();
  const kept = await ground.store.shared((shared) => takeState(shared, kind, hashOf(state), timeOf(ground)));
  if (!isObject(kept)) throw refusal();
  return { return_to: String(kept['return_to'] ?? '/'), result: kept['result'] === 'key' ? 'key' : 'session' };
}

/**
 * Signs the asserted user in, with a session for the browser or a key for a program. Rejects with Unauthenticated for
 * users who are not admitted.
 */
export async function welcome(
  { ground, presented, request }: LoginCall,
  kind: Login['kind'],
  user: AssertedUser,
  wish: Required<LoginWish>,
): Promise<LoginAnswer> {
  await admitFederated(user, ground, request);
  const { tenantId } = user;
  if (wish.result === 'key') {
    const { keyId, secret, expiresAt, subject, role } = await shortKey(ground, user, kind, request);
    return {
      status: 201,
      headers: {},
      body: { api_key: secret, key_id: keyId, tenant_id: tenantId, subject, role, expires_at: expiresAt },
    };
  }
  const { session } = await signIn(ground, tenantId, (store) => draftOfUser(store, user, kind), request);
  const cookie = sessionCookie(sessionCookieName(presented, ground.options), session.id);
  return { status: 302, headers: { location: wish.return_to ?? '/', 'set-cookie': cookie } };
}

/** A secret of one sign-in that need not be stored, because it can be derived again from the state. */
export function loginSecret(ground: Ground, purpose: string, state: string): string {
  return createHmac('sha256', derivedKey(ground.ring, `login ${purpose}`))
    .update(state)
    .digest('base64url');
}

/** The public URL of a path of this service. */
export function publicUrlOf({ options }: Ground, path: string): string {
  if (options.publicUrl === undefined) throw new NotFound('sign-in');
  return `${options.publicUrl.replace(/\/$/, '')}${path}`;
}

function loginCookieName(presented: Presented, { options }: Ground): string {
  return isPlainLoopback(presented, options) ? 'service_login' : '__Host-service_login';
}

function isSameBrowser(presented: Presented, ground: Ground, state: string): boolean {
  return state !== '' && cookieOf(presented, loginCookieName(presented, ground)) === state;
}
