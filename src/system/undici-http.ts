import { Readable } from 'node:stream';
import { type Dispatcher, EnvHttpProxyAgent, request as send } from 'undici';
import { CastellanError, OperationalError } from '../support/errors.js';
import { ConnectionError, connectionError, refusalOf } from './connection-failure.js';
import { guardedConnector } from './guarded-connector.js';
import type { Http, HttpRequest, HttpResponse } from './http.js';
import type { OutboundPolicy } from './outbound-policy.js';
import { proxiesOf, proxyFor } from './proxies.js';

const IDLE_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;

/**
 * Http over undici: pooled connections, `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` of the given environment, user info of
 * a URL sent as basic authentication. With a policy it connects only to allowed addresses, also after a redirect. Redirects never leave
 * HTTPS and never take credentials to another origin. `authorities`: certificates (PEM) to trust instead of Node's own.
 */
export function createHttp(
  environment: Readonly<Record<string, string | undefined>>,
  policy?: OutboundPolicy,
  authorities?: readonly string[],
): Http {
  const timeouts = { connectTimeout: CONNECT_TIMEOUT_MS, keepAliveTimeout: 4_000 };
  // Without tunnel: plain http:// goes through a proxy as a plain request, since many proxies tunnel to port 443 only.
  const dispatcher = new EnvHttpProxyAgent({
    ...proxiesOf(environment),
    ...timeouts,
    proxyTunnel: false,
    ...(authorities && believing([...authorities])),
    ...(policy && { connect: guardedConnector(policy, environment, CONNECT_TIMEOUT_MS) }),
  });
  return { send: (request) => follow({ dispatcher, environment, request }) };
}

/** Options of connections to servers and proxies, with and without a tunnel. */
function believing(ca: string[]) {
  return { connect: { ca }, requestTls: { ca }, proxyTls: { ca } };
}

/** A request, and by which way it goes. */
interface Asking {
  dispatcher: Dispatcher;
  environment: Readonly<Record<string, string | undefined>>;
  request: HttpRequest;
}

async function follow(asking: Asking): Promise<HttpResponse> {
  const { request } = asking;
  let url = parseUrl(request.url);
  let headers = withAuthorization(url, request.headers ?? {});
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await sendOnce({ ...asking, request: { ...request, headers } }, url);
    const location = response.status >= 300 && response.status < 400 ? response.headers['location'] : undefined;
    if (location === undefined || response.status === 304 || request.redirects === 'return') return response;
    await drain(response.body);
    const next = redirectTarget(url, location);
    if (next.origin !== url.origin) headers = withoutCredentials(headers);
    url = next;
  }
  throw failure(url, `more than ${MAX_REDIRECTS} redirects`);
}

async function sendOnce(asking: Asking, url: URL): Promise<HttpResponse> {
  const { dispatcher, environment, request } = asking;
  const idle = request.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
  const options = {
    dispatcher,
    method: request.method ?? 'GET',
    headers: { 'accept-encoding': 'identity', 'user-agent': 'castellan', ...request.headers },
    headersTimeout: idle,
    bodyTimeout: idle,
    ...(request.body !== undefined && { body: typeof request.body === 'function' ? Readable.from(request.body()) : request.body }),
    ...(request.signal && { signal: request.signal }),
  };
  try {
    const { statusCode, headers, body } = await guardedStart(send(bareUrl(url), options), idle, request.signal);
    // Only a proxy answers with 407.
    const proxy = statusCode === 407 ? proxyFor(url, environment) : undefined;
    if (proxy !== undefined) {
      await drain(body);
      const [message, isLasting] = refusalOf(new URL(proxy), statusCode, url);
      throw new ConnectionError({ where: placeOf(url), message }, isLasting);
    }
    return { status: statusCode, headers: flatten(headers), body: guarded(body, url, asking) };
  } catch (cause) {
    throw explain(cause, url, asking);
  }
}

/**
 * undici's own timeouts begin only when a connection is open: a proxy that never answers CONNECT would block it for ever, and an
 * abort before that has no effect. Twice the idle time covers connecting and waiting; 0: as long as it takes.
 */
function guardedStart<T>(started: Promise<T>, idleMs: number, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    const late = () => reject(Object.assign(new Error('no answer'), { code: 'UND_ERR_HEADERS_TIMEOUT' }));
    const timer = idleMs === 0 ? undefined : setTimeout(late, 2 * idleMs);
    signal?.addEventListener('abort', abort, { once: true });
    const settled = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    started.finally(settled).then(resolve, reject);
  });
}

/** The body, with its errors turned into our own. Leaving the loop early closes the connection. */
async function* guarded(body: AsyncIterable<Uint8Array>, url: URL, asking: Asking): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (cause) {
    throw explain(cause, url, asking);
  }
}

/** Reads a short answer to its end so that the connection can be used again. */
async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > 64 * 1024) break;
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new OperationalError({ message: 'not an http:// or https:// address' });
}

function redirectTarget(from: URL, location: string): URL {
  const next = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const safe = next?.protocol === 'https:' || (next?.protocol === 'http:' && from.protocol === 'http:');
  if (next === undefined || !safe) throw failure(from, 'redirected to another scheme, which is not followed');
  next.username = '';
  next.password = '';
  return next;
}

function withAuthorization(url: URL, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (url.username === '' || 'authorization' in headers) return headers;
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { ...headers, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization' && name !== 'cookie'));
}

function bareUrl(url: URL): string {
  return `${url.origin}${url.pathname}${url.search}`;
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
}

function explain(cause: unknown, url: URL, { request, environment }: Asking): Error {
  // An abort is the caller's own doing and keeps the caller's reason.
  if (request.signal?.aborted && request.signal.reason instanceof Error) return request.signal.reason;
  if (cause instanceof CastellanError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const idle = Math.round((request.idleTimeoutMs ?? IDLE_TIMEOUT_MS) / 1000);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return failure(url, `nothing received for ${idle} s`, cause);
  return connectionError(cause, url, environment, placeOf(url)) ?? failure(url, `request failed (${code || 'unknown error'})`, cause);
}

/** Names origin and path only: user info and query values may be secrets. */
function failure(url: URL, message: string, cause?: unknown): OperationalError {
  return new OperationalError({ where: placeOf(url), message, cause });
}

function placeOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
