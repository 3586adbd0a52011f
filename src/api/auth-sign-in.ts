import { z } from 'zod';
import { time } from './fields.js';
import { roles, routeTable } from './route.js';

const session = z.object({
  tenant_id: z.string(),
  subject: z.string(),
  role: z.enum(roles),
  /** Every request that changes something must send this as `X-Service-CSRF`. */
  csrf_token: z.string(),
  expires_at: time,
  idle_expires_at: time,
});

const open = { role: 'open', scope: 'read', rate: 'session' } as const;

/**
 * Where the browser goes after the sign-in (a path of this service), and what the sign-in gives it: a session, or an
 * API key that is valid for an hour.
 */
const wish = z.object({
  return_to: z
    .string()
    .max(500)
    .regex(/^\/(?![/\\])[^\\\u0000-\u001f\u007f-\u009f\s]*$/, 'expected a path of this service')
    .optional(),
  result: z.enum(['session', 'key']).optional(),
});

/** The answer to a sign-in with `result=key`. */
const shortKey = z.object({
  api_key: z.string(),
  key_id: z.string(),
  tenant_id: z.string(),
  subject: z.string(),
  role: z.enum(roles),
  expires_at: time,
});
const back = { ...open, status: 302, alsoAnswers: { status: 201, response: shortKey } } as const;

const short = z.string().min(1).max(4000);

/** Routes of signing in. They answer without a credential, and have a rate limit of their own. */
export const signInRoutes = routeTable({
  openSession: {
    ...open,
    method: 'POST',
    path: '/v1/auth/session',
    summary: 'Exchange an API key for a session cookie',
    body: z.strictObject({ api_key: z.string().min(1).max(500) }),
    response: session,
    status: 201,
    errors: [401, 403],
  },
  closeSession: {
    method: 'DELETE',
    path: '/v1/auth/session',
    summary: 'End the session',
    role: 'viewer',
    scope: 'read',
    audit: 'session.delete',
    status: 204,
  },
  signInByLink: {
    ...open,
    method: 'GET',
    path: '/v1/auth/link',
    summary: 'Sign the browser in by a link that the server has shown its operator; it works once',
    query: z.object({ ticket: z.string().max(200) }),
    produces: 'text/html',
    status: 303,
    errors: [401, 403, 404],
  },
  oidcLogin: {
    ...open,
    method: 'GET',
    path: '/v1/auth/oidc/login',
    summary: 'Send the browser to the OIDC provider',
    query: wish,
    status: 302,
    errors: [401, 404, 502],
  },
  oidcCallback: {
    ...back,
    method: 'GET',
    path: '/v1/auth/oidc/callback',
    summary: 'Take the browser back from the OIDC provider',
    query: z.object({
      code: short.optional(),
      state: short,
      iss: short.optional(),
      session_state: short.optional(),
      scope: short.optional(),
      error: short.optional(),
      error_description: short.optional(),
      error_uri: short.optional(),
      authuser: short.optional(),
      hd: short.optional(),
      prompt: short.optional(),
      client_info: short.optional(),
    }),
    errors: [401, 403, 404, 502],
  },
  samlLogin: {
    ...open,
    method: 'GET',
    path: '/v1/auth/saml/login',
    summary: 'Send the browser to the SAML identity provider',
    query: wish,
    status: 302,
    errors: [404],
  },
  samlAcs: {
    ...back,
    method: 'POST',
    path: '/v1/auth/saml/acs',
    summary: 'Take the assertion of the SAML identity provider',
    consumes: 'application/x-www-form-urlencoded',
    body: z.object({ SAMLResponse: z.string().min(1).max(500_000), RelayState: z.string().min(1).max(200) }),
    bodyLimit: 768 * 1024,
    errors: [401, 403, 404],
  },
  samlMetadata: {
    ...open,
    method: 'GET',
    path: '/v1/auth/saml/metadata',
    summary: 'Describe this service to a SAML identity provider',
    produces: 'application/samlmetadata+xml',
    status: 200,
    errors: [404],
  },
});
