import type { uiModes } from '../../api/auth.js';
import type { ServeOptions } from '../../config/serve-options.js';

/** Which ways of signing in are set up. API keys always are. */
export interface WaysIn {
  reverse_proxy_oidc: boolean;
  oidc_bearer: boolean;
  session_api_key: boolean;
  saml: boolean;
}

export function waysIn({ trustedProxy, oidc, saml }: ServeOptions): WaysIn {
  return {
    reverse_proxy_oidc: trustedProxy !== undefined,
    oidc_bearer: oidc !== undefined,
    session_api_key: true,
    saml: saml !== undefined,
  };
}

/** The way that leaves least to the browser: an ingress that signs in, else a provider, else a key for a session. */
export function recommendedWay({ trustedProxy, oidc }: ServeOptions): (typeof uiModes)[number] {
  return trustedProxy ? 'reverse_proxy_oidc' : oidc ? 'oidc_bearer' : 'session_api_key';
}
