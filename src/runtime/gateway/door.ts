import type { IncomingMessage } from 'node:http';
import { isLoopback, networkOf } from '../../system/address-list.js';

/** Names by which programs of this machine reach it. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Headers that say who asks, and of what: of two, whoever stands before us may have looked at the other. */
const SINGLE: ReadonlySet<string> = new Set([
  'authorization',
  'x-api-key',
  'host',
  'origin',
  'content-type',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
]);

/** By which names the gateway may be asked. A web page that calls itself by a name of its own (DNS rebinding) is not let in. */
export class Door {
  private readonly names: ReadonlySet<string>;
  private readonly takesAddresses: boolean;

  /** `host`: where it listens; `publicUrl`: where clients reach it; `origins`: whose pages are let in as well. */
  constructor(
    host: string,
    publicUrl: string | undefined,
    private readonly origins: ReadonlySet<string> = new Set(),
  ) {
    const own = host.includes(':') ? `[${host}]` : host.toLowerCase();
    const shown = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
    this.names = new Set([...LOOPBACK, own, ...shown]);
    // No page can take an address for its name.
    this.takesAddresses = !isLoopback(host);
  }

  /** Why a request is not let in. */
  refuses({ rawHeaders, headers: { host, origin } }: IncomingMessage): string | undefined {
    if (hasRepeated(rawHeaders)) return 'a header that must be there once is repeated';
    const name = nameOf(`http://${host ?? ''}`);
    const isOurs = name !== undefined && (this.names.has(name) || (this.takesAddresses && networkOf(name.replace(/^\[|\]$/g, '')) !== ''));
    if (!isOurs) return 'the Host is not one of this gateway';
    if (origin === undefined || this.origins.has(origin)) return undefined;
    const page = nameOf(origin);
    return page !== undefined && this.names.has(page) ? undefined : 'pages of this Origin are not let in';
  }
}

function nameOf(address: string): string | undefined {
  return /^https?:\/\/[^/?#@\s]+$/i.test(address) && URL.canParse(address) ? new URL(address).hostname : undefined;
}

/** `raw`: names and values in turn. */
function hasRepeated(raw: readonly string[]): boolean {
  const seen = new Set<string>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? '';
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}
