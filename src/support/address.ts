/** An address whose host has only letters, digits and dots and whose last label is no number, as in nearly all addresses. */
const PLAIN = /^[a-z][a-z0-9+.-]{0,30}:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*)(?::\d*)?(?:[/?#]|$)/;

/**
 * Host that a client connects to when given the address: lower case, punycode, numbers as dotted decimal; without user info,
 * port, brackets and final dot. A host with a variable in it is returned unchanged. Undefined for a text that is no address or has no host.
 */
export function hostOf(address: string): string | undefined {
  const plain = PLAIN.exec(address)?.[1];
  return plain ?? (isAddress(address) ? hostReadings(address)[0] : undefined);
}

/** Like `hostOf`, but also undefined for a host with a variable or placeholder in it. */
export function knownHostOf(address: string): string | undefined {
  const host = hostOf(address);
  return host === undefined || /[${}<>%\s]/.test(host) ? undefined : host;
}

/** The same with the brackets of IPv6, and with the port if the address has one. */
export function hostAndPort(address: string): string | undefined {
  const host = hostOf(address);
  const port = /^[^/\\]*[/\\]+[^/\\?#]*?(:\d+)?(?:[/\\?#]|$)/.exec(address)?.[1] ?? '';
  return host && `${host.includes(':') ? `[${host}]` : host}${port}`;
}

/** Host, port and path, by which people recognise an address. A text without scheme only loses its query and fragment. */
export function shortAddress(address: string): string {
  const place = hostAndPort(address);
  const plain = address.replace(/[?#].*$/s, '');
  return place === undefined ? plain : `${place}${plain.replace(/^[^/\\]*[/\\]+[^/\\]*/, '')}`;
}

/**
 * Every host that some reader of the address may connect to, the one of browsers (WHATWG URL) first. RFC 3986 differs from
 * WHATWG about `\` and `@`, and programs use either. The address must have a scheme.
 */
export function hostReadings(address: string): string[] {
  // WHATWG leaves hosts of other schemes as written. Reading them as http makes numbers and letters canonical.
  const web = address.replace(/^[a-z][a-z0-9+.-]*:[/\\]*/i, 'http://');
  const authority = /^http:\/\/([^/?#]*)/.exec(web)?.[1] ?? '';
  const slashed = /^http:\/\/([^/\\?#]*)/.exec(web)?.[1] ?? '';
  const readings = [afterUser(slashed), afterUser(authority), beforeUser(authority)];
  return [...new Set([browserHost(web), ...readings.map((one) => canonicalHost(one))])].filter((host) => host !== '');
}

/** In lower case and punycode, numbers as dotted decimal, without port, brackets and final dot; as it stands where it is no host. */
export function canonicalHost(host: string): string {
  const bare = host.replace(/^(\[[^\]]*\]|[^:]*):\d*$/, '$1');
  // Some readers treat `\` as a letter and look up the whole name, and a domain may have such names below it.
  if (bare.includes('\\')) return withoutDot(bare.toLowerCase());
  const address = `http://${bare.includes(':') && !bare.startsWith('[') ? `[${bare}]` : bare}/`;
  return browserHost(address) || withoutDot(bare.toLowerCase());
}

/** One entry of a list of hosts, made canonical once; `*` stands for anything. */
export function hostPattern(entry: string): string {
  return entry.includes('*') ? withoutDot(entry.toLowerCase()) : canonicalHost(entry);
}

/** Web clients take any number of slashes; elsewhere a third one means that there is no host. */
function isAddress(text: string): boolean {
  return /^(?:https?|wss?|ftp):[/\\]{2}|^[a-z][a-z0-9+.-]*:\/\/[^/\\]/i.test(text);
}

function browserHost(address: string): string {
  return URL.canParse(address) ? withoutDot(mapped(new URL(address).hostname)) : '';
}

function afterUser(authority: string): string {
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** With two `@`, some readers end the user info at the first. */
function beforeUser(authority: string): string {
  const parts = authority.split('@');
  return parts.length > 2 ? (parts[1] ?? '') : '';
}

function withoutDot(host: string): string {
  return host.replace(/\.$/, '');
}

/** IPv6 without its brackets; IPv4 inside IPv6 (`::ffff:7f00:1`) is the IPv4 address. */
function mapped(host: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host.replace(/^\[|\]$/g, '');
  const number = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255].join('.');
}
