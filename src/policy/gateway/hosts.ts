import { matchesGlob } from '../glob.js';

/** Every host that some reader of an address may connect to; uncertain when there may be one that is not among them. */
export interface HostReadings {
  hosts: string[];
  uncertain: boolean;
}

const EMBEDDED = /(?:\b(?:https?|wss?|ftp):[/\\]*|\b[a-z][a-z0-9+.-]{0,30}:[/\\]{2,3})[^\s"'<>]{1,4000}/gi;
const BARE = /^\[?[\p{L}\p{N}_.:%-]+\]?(?::\d{1,5})?$/u;
const SCP = /^[\w.-]{1,100}@([^\s/:@]+):/;

/**
 * Hosts of an address, of a bare `host:port`, of `user@host:path`, and of addresses inside a longer text. An address is read as
 * browsers do (WHATWG URL) and as RFC 3986 has it, because the two differ about `\`, `@` and white space, and each is in use.
 */
export function readHosts(text: string): HostReadings {
  const whole = text.trim();
  const hosts = new Set<string>();
  const addresses = whole.match(EMBEDDED) ?? [];
  for (const address of addresses) for (const host of hostsOf(address)) hosts.add(host);
  if (hosts.size === 0) for (const host of looseHosts(whole)) hosts.add(host);
  // Control characters are dropped by some readers: what they hide is read without them, too.
  if (/[\t\r\n\0]/.test(whole)) for (const host of readHosts(whole.replace(/[\t\r\n\0]/g, '')).hosts) hosts.add(host);
  hosts.delete('');
  return { hosts: [...hosts], uncertain: hosts.size === 0 };
}

function looseHosts(text: string): string[] {
  if (/^[/\\]{2}/.test(text)) return hostsOf(`http:${text.replaceAll('\\', '/')}`);
  const scp = SCP.exec(text)?.[1];
  if (scp !== undefined) return [canonicalHost(scp)];
  if (BARE.test(text) || /^[^\s/]+@[^\s/]+$/.test(text) || /^[\w.-]+(?::\d+)?\/\S*$/.test(text)) return hostsOf(`http://${text}`);
  return [];
}

function hostsOf(address: string): string[] {
  // Other schemes keep their hosts as written: they are read as http, so that numbers and letters are made canonical.
  const web = address.replace(/^[a-z][a-z0-9+.-]*:[/\\]*/i, 'http://');
  const authority = /^http:\/\/([^/?#]*)/.exec(web)?.[1] ?? '';
  const slashed = /^http:\/\/([^/\\?#]*)/.exec(web)?.[1] ?? '';
  const readings = [afterUser(authority), afterUser(slashed), beforeUser(authority)];
  return [...new Set([browserHost(web), ...readings.map((one) => canonicalHost(one))])].filter((host) => host !== '');
}

function browserHost(address: string): string {
  return URL.canParse(address) ? withoutDot(mapped(new URL(address).hostname)) : '';
}

function afterUser(authority: string): string {
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** With two `@` some readers stop at the first. */
function beforeUser(authority: string): string {
  const parts = authority.split('@');
  return parts.length > 2 ? (parts[1] ?? '') : '';
}

/** In lower case and punycode, numbers as dotted decimal, without port and final dot; as it stands where it is no host. */
export function canonicalHost(host: string): string {
  const bare = host.replace(/:\d*$/, '');
  // Readers that take `\` for a letter ask for all of it, and names below any domain may hold one.
  if (bare.includes('\\')) return withoutDot(bare.toLowerCase());
  const address = `http://${bare.includes(':') && !bare.startsWith('[') ? `[${bare}]` : bare}/`;
  return URL.canParse(address) ? withoutDot(mapped(new URL(address).hostname)) : withoutDot(bare.toLowerCase());
}

function withoutDot(host: string): string {
  return host.replace(/\.$/, '');
}

/** IPv4 inside IPv6 (`::ffff:7f00:1`) is the IPv4 address. */
function mapped(host: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const number = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255].join('.');
}

/** One entry of a host list, made canonical once. */
export function hostPattern(entry: string): string {
  return entry.includes('*') ? withoutDot(entry.toLowerCase()) : canonicalHost(entry);
}

/** `*.example.com` is everything below example.com, not example.com. */
export function hostMatches(host: string, pattern: string): boolean {
  return pattern.includes('*') ? matchesGlob(pattern, host) : host === pattern;
}
