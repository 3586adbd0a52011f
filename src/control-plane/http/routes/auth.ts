import type { authRoutes } from '../../../api/auth.js';
import { routes } from '../../../api/registry.js';
import { allows, grantsScope, type Role, type Route } from '../../../api/route.js';
import type { ServeOptions } from '../../../config/serve-options.js';
import type { Principal } from '../../auth/principal.js';
import { IDLE_MS, SESSION_MS } from '../../auth/session.js';
import { recommendedMethod, waysIn } from '../../auth/ways-in.js';
import { timeOf } from '../../ground/ground.js';
import { GatewayPolicyRepository } from '../../store/gateway-policies.js';
import { KeyRepository } from '../../store/keys.js';
import type { TenantStore } from '../../store/layer/store.js';
import { ProvisionedUsers } from '../../store/provisioned-users.js';
import { SessionRepository } from '../../store/sessions.js';
import type { Handlers } from '../call.js';
import type { ControlPlane } from '../plane.js';
import { ASSET_CACHE_CONTROL, PAGE_POLICY, securityHeaders } from '../security-headers.js';
import { keyHandlers } from './auth-keys.js';
import { quotaHandlers } from './auth-quota.js';
import { sessionHandlers } from './auth-sessions.js';
import { signInHandlers } from './auth-sign-in.js';

export const authHandlers: Handlers<typeof authRoutes> = {
  ...keyHandlers,
  ...quotaHandlers,
  ...sessionHandlers,
  ...signInHandlers,
  authPolicy: async ({ plane: { options } }) => ({
    body: {
      recommended_ui_mode: recommendedMethod(options),
      modes: waysIn(options),
      sign_in: {
        session: '/v1/auth/session',
        oidc: options.oidc?.clientId === undefined ? null : '/v1/auth/oidc/login',
        saml: options.saml ? '/v1/auth/saml/login' : null,
      },
      security_headers: {
        ...securityHeaders(options.hstsPreload),
        hsts_preload: options.hstsPreload,
        'page-content-security-policy': PAGE_POLICY,
        'asset-cache-control': ASSET_CACHE_CONTROL,
      },
    },
  }),
  authMe: async ({ plane, store, principal }) => {
    const { session } = principal;
    return {
      body: {
        ...facts(principal),
        role_display: DISPLAY[principal.role],
        allowed_actions: allowedActions(principal, plane.options),
        policy_mode: await policyMode(store),
        ...(session && {
          session: {
            opened_by: session.openedBy,
            csrf_token: session.csrfToken,
            expires_at: session.expiresAt,
            idle_expires_at: session.idleExpiresAt,
          },
        }),
      },
    };
  },
  authDebug: async ({ plane, store, principal, request, clientAddress }) => ({
    body: {
      ...facts(principal),
      request_id: request.requestId,
      trace_id: request.traceId,
      client_address: clientAddress,
      ...configuration(plane),
      ...(await inUse(store, timeOf(plane))),
    },
  }),
};

const DISPLAY: Readonly<Record<Role, string>> = { viewer: 'Viewer', analyst: 'Contributor', admin: 'Administrator' };

function facts({ method, subject, tenantId, role, scopes }: Principal) {
  return { auth_method: method, subject, tenant_id: tenantId, role, scopes };
}

const kept = new Map<string, string[]>();

/**
 * Operation ids of the routes that this caller may use: by role and scopes, and of the sign-in routes those that are
 * configured.
 */
function allowedActions({ role, scopes, session }: Principal, options: ServeOptions): string[] {
  const away = [
    ...(session ? [] : ['closeSession']),
    ...(options.oidc?.clientId === undefined ? ['oidcLogin', 'oidcCallback'] : []),
    ...(options.signInLinks ? [] : ['signInByLink']),
    ...(options.saml ? [] : ['samlLogin', 'samlAcs', 'samlMetadata']),
  ];
  const kind = JSON.stringify([role, scopes, away]);
  const known = kept.get(kind);
  if (known) return known;
  const may = ({ role: least, scope }: Route) => least === 'open' || (allows(role, least) && grantsScope(scopes, scope));
  const actions = Object.entries<Route>(routes)
    .filter(([operation, route]) => may(route) && !away.includes(operation))
    .map(([operation]) => operation)
    .sort();
  kept.set(kind, actions);
  return actions;
}

/** The strictest mode of the gateway policies in force. */
async function policyMode(store: TenantStore): Promise<'off' | 'audit' | 'enforce'> {
  const modes = await new GatewayPolicyRepository(store).modes();
  return modes.has('enforce') ? 'enforce' : modes.has('audit') ? 'audit' : 'off';
}

function configuration({ options, store }: ControlPlane) {
  const { oidc, saml, trustedProxy } = options;
  return {
    modes: waysIn(options),
    oidc: oidc ? { issuer: oidc.issuer, audience: oidc.audience, login: oidc.clientId !== undefined } : null,
    saml: saml ? { entry_point: saml.entryPoint, issuer: saml.issuer } : null,
    trusted_proxy: trustedProxy ? { peer_ranges: trustedProxy.peers.length } : null,
    session_lifetime_seconds: SESSION_MS / 1000,
    session_idle_seconds: IDLE_MS / 1000,
    store: store.dialect,
  };
}

async function inUse(store: TenantStore, now: string) {
  return {
    active_keys: (await new KeyRepository(store).active(now)).length,
    active_sessions: await new SessionRepository(store).count(now),
    provisioned_users: await new ProvisionedUsers(store).count(),
  };
}
