import type { signInRoutes } from '../../../api/auth-sign-in.js';
import type { Route } from '../../../api/route.js';
import { sessionCookieName } from '../../auth/credentials.js';
import type { LoginAnswer, LoginCall } from '../../auth/login-flow.js';
import { requireSameOrigin } from '../../auth/same-origin.js';
import { sessionCookie } from '../../auth/session.js';
import { draftOfKey, signIn } from '../../auth/sign-in.js';
import { activeKey } from '../../auth/with-api-key.js';
import { BadRequest, Forbidden } from '../../failures.js';
import { SessionRepository } from '../../store/sessions.js';
import type { Call, Handlers, Reply } from '../call.js';

/** The libraries of OIDC and SAML are loaded with the first sign-in. */
export const signInHandlers: Handlers<typeof signInRoutes> = {
  openSession: async (call) => {
    const { plane, body, request } = call;
    const { presented } = loginCall('POST', call);
    requireSameOrigin(presented, plane.options);
    const key = await activeKey(body.api_key, plane);
    if (key.source_id !== null) throw new Forbidden('a key that is bound to a source opens no session');
    if (!key.scopes.includes('read')) throw new Forbidden('a key without the scope read opens no session');
    const { session, draft } = await signIn(plane, key.tenant_id, (store) => draftOfKey(plane, store, key.key_id), request);
    return {
      body: {
        tenant_id: key.tenant_id,
        subject: draft.subject,
        role: draft.role,
        csrf_token: session.csrfToken,
        expires_at: session.expiresAt,
        idle_expires_at: session.idleExpiresAt,
      },
      headers: { location: '/v1/auth/me', 'set-cookie': sessionCookie(sessionCookieName(presented, plane.options), session.id) },
    };
  },
  closeSession: async (call) => {
    const { plane, store, shared, principal } = call;
    if (!principal.session) throw new BadRequest('this request carries no session');
    await new SessionRepository(store).end(shared, principal.session.hash);
    const name = sessionCookieName(loginCall('DELETE', call).presented, plane.options);
    return { headers: { 'set-cookie': sessionCookie(name, '') }, audit: { details: { subject: principal.subject } } };
  },
  signInByLink: async (call) => {
    const { useSignInLink } = await import('../../auth/sign-in-link.js');
    return reply(await useSignInLink(loginCall('GET', call), call.query.ticket));
  },
  oidcLogin: async (call) => {
    const { startOidcLogin } = await import('../../auth/login-oidc.js');
    return reply(await startOidcLogin(loginCall('GET', call), call.query));
  },
  oidcCallback: async (call) => {
    const { finishOidcLogin } = await import('../../auth/login-oidc.js');
    return reply(await finishOidcLogin(loginCall('GET', call), call.query));
  },
  samlLogin: async (call) => {
    const { startSamlLogin } = await import('../../auth/login-saml.js');
    return reply(await startSamlLogin(loginCall('GET', call), call.query));
  },
  samlAcs: async (call) => {
    const { finishSamlLogin } = await import('../../auth/login-saml.js');
    return reply(await finishSamlLogin(loginCall('POST', call), call.body));
  },
  samlMetadata: async ({ plane }) => {
    const { samlMetadata } = await import('../../auth/login-saml.js');
    return { body: samlMetadata(plane) };
  },
};

type Called = Pick<Call<Route>, 'plane' | 'request'> & Pick<LoginCall['presented'], 'headers' | 'peer'>;

function loginCall(method: string, { plane, request, headers, peer }: Called): LoginCall {
  return { ground: plane, request, presented: { method, headers, peer } };
}

function reply({ status, headers, body }: LoginAnswer): Reply {
  return { status, headers, ...(body && { body }) };
}
