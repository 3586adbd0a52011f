import { canonicalHost, hostReadings } from '../../support/address.js';
import { matchesGlob } from '../glob.js';

/** Every host that some reader of an address may connect to; `uncertain` when there may be another. */
export interface HostReadings {
  hosts: string[];
  uncertain: boolean;
}

const EMBEDDED = /(?:\b(?:https?|wss?|ftp):[/\\]*|\b[a-z][a-z0-9+.-]{0,30}:[/\\]{2,3})[^\s"'<>]{1,4000}/gi;
const BARE = /^\[?[\p{L}\p{N}_.:%-]+\]?(?::\d{1,5})?$/u;
const SCP = /^[\w.-]{1,100}@([^\s/:@]+):/;

/**
 * Hosts of an address, of a bare `host:port`, of `user@host:path`, and of addresses inside a longer text. An address is read as
 * browsers do (WHATWG URL) and as RFC 3986 has it, because the two differ about `\`, `@` and white space, and programs use either.
 */
export function readHosts(text: string): HostReadings {
  const whole = text.trim();
  const hosts = new Set<string>();
  const addresses = whole.match(EMBEDDED) ?? [];
  for (const address of addresses) for (const host of hostReadings(address)) hosts.add(host);
  if (hosts.size === 0) for (const host of looseHosts(whole)) hosts.add(host);
  // Some readers drop control characters, so the text is also read without them.
  if (/[\t\r\n\0]/.test(whole)) for (const host of readHosts(whole.replace(/[\t\r\n\0]/g, '')).hosts) hosts.add(host);
  hosts.delete('');
  return { hosts: [...hosts], uncertain: hosts.size === 0 };
}

function looseHosts(text: string): string[] {
  if (/^[/\\]{2}/.test(text)) return hostReadings(`http:${text.replaceAll('\\', '/')}`);
  const scp = SCP.exec(text)?.[1];
  if (scp !== undefined) return [canonicalHost(scp)];
  if (BARE.test(text) || /^[^\s/]+@[^\s/]+$/.test(text) || /^[\w.-]+(?::\d+)?\/\S*$/.test(text)) return hostReadings(`http://${text}`);
  return [];
}

/** `*.example.com` is everything below example.com, not example.com. */
export function hostMatches(host: string, pattern: string): boolean {
  return pattern.includes('*') ? matchesGlob(pattern, host) : host === pattern;
}
