import type { ServeOptions } from '../../config/serve-options.js';
import { addressList, networkOf, plainAddress } from '../../system/address-list.js';
import { hashOf, sameHash } from './api-key.js';
import type { Presented, RequestHeaders } from './authenticator.js';

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * With this prefix, browsers let only this very host set the cookie, and only over https; plain http on loopback cannot
 * use it.
 */
const SECURE_COOKIE = '__Host-service_session';
const LOOPBACK_COOKIE = 'service_session';

/** The token after `Bearer`. */
export function bearerOf({ authorization }: RequestHeaders): string | undefined {
  return typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization)?.[1] : undefined;
}

/** True when the request comes over plain http to a name of this machine. */
export function isPlainLoopback(request: Presented, options: ServeOptions): boolean {
  if (options.publicUrl?.startsWith('https:')) return false;
  if (comesThroughProxy(request, options) && request.headers['x-forwarded-proto'] === 'https') return false;
  return asksLoopback(request);
}

/** True when the `Host` of the request is a name of this machine. */
export function asksLoopback(request: Presented): boolean {
  return LOOPBACK_HOST.test(headerOf(request, 'host'));
}

/** Name of the session cookie for this connection. */
export function sessionCookieName(request: Presented, options: ServeOptions): string {
  return isPlainLoopback(request, options) ? LOOPBACK_COOKIE : SECURE_COOKIE;
}

/** Value of a cookie; undefined when two cookies have the name, because neither can be trusted. */
export function cookieOf({ headers }: Presented, name: string): string | undefined {
  const values = String(headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return values.length === 1 ? values[0]?.slice(name.length + 1) : values.length === 0 ? undefined : '';
}

/** True when the peer is the trusted proxy: by its address and, if it states the user, by its secret. */
export function comesThroughProxy(request: Presented, { trustedProxy }: ServeOptions): boolean {
  if (!trustedProxy) return false;
  if (trustedProxy.peers.length > 0 && !peersOf(trustedProxy.peers).has(request.peer)) return false;
  return trustedProxy.peers.length > 0 || knowsSecret(request, trustedProxy.secret);
}

/** Compares hashes, so that the time taken reveals neither length nor content of the secret. */
export function knowsSecret(request: Presented, secret: string): boolean {
  const given = headerOf(request, 'x-service-proxy-secret');
  return given !== '' && sameHash(hashOf(given), hashOf(secret));
}

const lists = new WeakMap<readonly string[], ReturnType<typeof addressList>>();

function peersOf(ranges: readonly string[]): ReturnType<typeof addressList> {
  const known = lists.get(ranges) ?? addressList(ranges);
  lists.set(ranges, known);
  return known;
}

/**
 * Address of the client: the right-most hop that is not a trusted proxy. Anybody could have written the hops to the
 * left of it.
 */
export function clientAddressOf(request: Presented, options: ServeOptions): string {
  if (!comesThroughProxy(request, options)) return plainAddress(request.peer);
  const trusted = peersOf(options.trustedProxy?.peers ?? []);
  const hops = headerOf(request, 'x-forwarded-for')
    .split(',')
    .map((hop) => plainAddress(hop.trim()))
    .filter((hop) => hop !== '');
  const client = hops.findLast((hop) => !trusted.has(hop)) ?? '';
  return networkOf(client) === '' ? plainAddress(request.peer) : client;
}

/** A header's single value, or the empty text. */
export function headerOf({ headers }: Presented, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
