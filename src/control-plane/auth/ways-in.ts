import type { uiModes } from '../../api/auth.js';
import type { ServeOptions } from '../../config/serve-options.js';

/** Which ways of signing in are configured. API keys always are. */
export interface SignInMethods {
  reverse_proxy_oidc: boolean;
  oidc_bearer: boolean;
  session_api_key: boolean;
  saml: boolean;
}

export function waysIn({ trustedProxy, oidc, saml }: ServeOptions): SignInMethods {
  return {
    reverse_proxy_oidc: trustedProxy !== undefined,
    oidc_bearer: oidc !== undefined,
    session_api_key: true,
    saml: saml !== undefined,
  };
}

/** The most secure way for the UI: an ingress that signs in, else a provider, else a session opened with a key. */
export function recommendedMethod({ trustedProxy, oidc }: ServeOptions): (typeof uiModes)[number] {
  return trustedProxy ? 'reverse_proxy_oidc' : oidc ? 'oidc_bearer' : 'session_api_key';
}
