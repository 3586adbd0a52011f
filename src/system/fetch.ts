import { EnvHttpProxyAgent, fetch } from 'undici';
import { connectionError } from './connection-failure.js';
import { type AuthoritiesOf, connectorOf, requireOutside } from './guarded-connector.js';
import type { OutboundPolicy } from './outbound-policy.js';
import { proxiesOf } from './proxies.js';
import { spanned } from './tracing.js';

/** Network access for client libraries that use `fetch`, with the platform's own signature. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` that honours the proxies of the environment, and connects only where the policy says, if there is one. It follows redirects
 * as the caller's `redirect` says.
 */
export function createFetch(
  environment: Readonly<Record<string, string | undefined>>,
  policy?: OutboundPolicy,
  believed?: AuthoritiesOf,
): Fetch {
  const proxies = proxiesOf(environment);
  const connectTimeout = 15_000;
  const dispatcher = new EnvHttpProxyAgent({
    ...proxies,
    proxyTunnel: false,
    connectTimeout,
    ...((policy || believed) && { connect: connectorOf(environment, connectTimeout, { policy, believed }) }),
    ...(believed && { requestTls: { ca: believed('') } }),
  });
  return async (url, { method = 'GET', headers = {}, body = null, signal = null, redirect = 'manual' } = {}) => {
    if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) throw new TypeError('only text and bytes can be sent');
    if (policy) requireOutside(new URL(url), policy, environment);
    const facts = { 'server.address': new URL(url).host, 'http.request.method': method };
    return spanned({ name: `${method} ${facts['server.address']}`, kind: 'client', facts }, () =>
      fetch(url, { method, headers: [...new Headers(headers)], body, signal, redirect, dispatcher }).catch((cause: unknown) => {
        // Who asks a service must not learn from it what answers inside its network.
        const said = policy ? undefined : connectionError(cause, new URL(url), environment);
        throw said ? new TypeError('fetch failed', { cause: said }) : cause;
      }),
    );
  };
}
