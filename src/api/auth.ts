import { z } from 'zod';
import { keyRoutes } from './auth-keys.js';
import { quotaRoutes } from './auth-quota.js';
import { sessionRoutes } from './auth-sessions.js';
import { signInRoutes } from './auth-sign-in.js';
import { time } from './fields.js';
import { roles, routeTable, scopes } from './route.js';

/** The ways of signing in that the service can recommend to the UI. */
export const uiModes = ['reverse_proxy_oidc', 'oidc_bearer', 'session_api_key'] as const;

const methods = z.enum(['api_key', 'session', 'trusted_proxy', 'oidc_bearer']);

const policy = z.object({
  recommended_ui_mode: z.enum(uiModes),
  /** Which ways of signing in are set up. */
  modes: z.object({ reverse_proxy_oidc: z.boolean(), oidc_bearer: z.boolean(), session_api_key: z.boolean(), saml: z.boolean() }),
  sign_in: z.object({ session: z.string(), oidc: z.string().nullable(), saml: z.string().nullable() }),
  /**
   * Headers of every answer of the API, by name. Pages have the same, but `page-content-security-policy` as their policy;
   * their assets, whose names change with their content, have `asset-cache-control`.
   */
  security_headers: z
    .object({ hsts_preload: z.boolean(), 'page-content-security-policy': z.string(), 'asset-cache-control': z.string() })
    .catchall(z.string()),
});

const me = z.object({
  auth_method: methods,
  subject: z.string(),
  tenant_id: z.string(),
  role: z.enum(roles),
  role_display: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Operation ids of the routes this caller may use. */
  allowed_actions: z.array(z.string()),
  policy_mode: z.enum(['off', 'audit', 'enforce']),
  session: z.object({ opened_by: z.string(), csrf_token: z.string(), expires_at: time, idle_expires_at: time }).optional(),
});

const debug = z.object({
  auth_method: methods,
  subject: z.string(),
  tenant_id: z.string(),
  role: z.enum(roles),
  scopes: z.array(z.enum(scopes)),
  request_id: z.string(),
  trace_id: z.string(),
  client_address: z.string(),
  modes: policy.shape.modes,
  oidc: z.object({ issuer: z.string(), audience: z.string(), login: z.boolean() }).nullable(),
  saml: z.object({ entry_point: z.string(), issuer: z.string() }).nullable(),
  trusted_proxy: z.object({ peer_ranges: z.number().int() }).nullable(),
  session_lifetime_seconds: z.number().int(),
  session_idle_seconds: z.number().int(),
  active_keys: z.number().int(),
  active_sessions: z.number().int(),
  provisioned_users: z.number().int(),
  store: z.enum(['sqlite', 'postgres']),
});

const viewer = { role: 'viewer', scope: 'read', method: 'GET', status: 200 } as const;

/** Routes of identity. */
export const authRoutes = routeTable({
  authPolicy: {
    ...viewer,
    role: 'open',
    path: '/v1/auth/policy',
    summary: 'Say how the UI should sign in, and which hardening headers are in force; nothing of any tenant',
    response: policy,
  },
  authDebug: {
    ...viewer,
    path: '/v1/auth/debug',
    summary: 'Show how this request was authenticated and what is set up',
    response: debug,
  },
  authMe: { ...viewer, path: '/v1/auth/me', summary: 'Say who asks and what they may do', response: me },
  ...keyRoutes,
  ...signInRoutes,
  ...quotaRoutes,
  ...sessionRoutes,
});
