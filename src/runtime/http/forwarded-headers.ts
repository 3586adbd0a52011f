import type { IncomingHttpHeaders } from 'node:http';

/** Of one connection, not of the message (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** What a client tells the listener only: who it is, where it comes from, how bytes are packed. */
const OF_THE_CLIENT: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'accept-encoding',
  'authorization',
  'content-encoding',
  'content-length',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'origin',
  'referer',
  'via',
  'x-real-ip',
]);

const OF_THE_SERVER: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'alt-svc',
  'clear-site-data',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'location',
  'server',
  'set-cookie',
  'strict-transport-security',
  'www-authenticate',
]);

/** Starts of names that browsers and proxies put in. */
const PREFIXES = ['sec-', 'x-forwarded-', 'access-control-'];

/** Headers of a client's request that go on to the server. `passAuthorization`: its credentials, too. */
export function towardsServer(headers: IncomingHttpHeaders, passAuthorization: boolean): Record<string, string> {
  const left = remaining(headers, OF_THE_CLIENT);
  const { authorization } = headers;
  return passAuthorization && authorization !== undefined ? { ...left, authorization } : left;
}

/** Headers of a server's answer that go on to the client. */
export function towardsClient(headers: Readonly<Record<string, string>>): Record<string, string> {
  return remaining(headers, OF_THE_SERVER);
}

function remaining(headers: IncomingHttpHeaders, own: ReadonlySet<string>): Record<string, string> {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/));
  const left: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || own.has(name) || named.has(name) || PREFIXES.some((start) => name.startsWith(start))) continue;
    left[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return left;
}
