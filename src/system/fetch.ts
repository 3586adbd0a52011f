import { EnvHttpProxyAgent, fetch } from 'undici';

/** The way out for client libraries that speak HTTP by `fetch`: the platform's own shape of it. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `fetch` that honours the proxies of the environment. It follows redirects as the caller's `redirect` says. */
export function createFetch(environment: Readonly<Record<string, string | undefined>>): Fetch {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || '';
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: read('HTTP_PROXY'),
    httpsProxy: read('HTTPS_PROXY') || read('HTTP_PROXY'),
    noProxy: read('NO_PROXY'),
    proxyTunnel: false,
    connectTimeout: 15_000,
  });
  return async (url, { method = 'GET', headers = {}, body = null, signal = null, redirect = 'manual' } = {}) => {
    if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) throw new TypeError('only text and bytes can be sent');
    return fetch(url, { method, headers: [...new Headers(headers)], body, signal, redirect, dispatcher });
  };
}
