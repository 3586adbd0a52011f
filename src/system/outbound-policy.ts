import { lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { type AddressList, addressList, plainAddress } from './address-list.js';

/**
 * Addresses of this machine, of the network it stands in, and of nobody in particular (IANA IPv4 and IPv6 Special-Purpose Address
 * Registries). People who choose what the service connects to must not reach them.
 */
const INSIDE = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];
const inside: AddressList = addressList(INSIDE);

/** The host or its address is internal, and the operator has not allowed it. */
export class NotAllowed extends Error {
  readonly code = 'OUTBOUND_NOT_ALLOWED';
}

/** The addresses that the service may connect to: all outside its own network, and those the operator has allowed. */
export class OutboundPolicy {
  private readonly hosts: ReadonlySet<string>;
  private readonly below: readonly string[];
  private readonly ranges: AddressList;

  /** Hosts, `*.` and a domain, addresses and ranges. Throws UsageError for anything else. */
  constructor(
    readonly allow: readonly string[] = [],
    private readonly trusted: readonly string[] = [],
  ) {
    const texts = allow.map((text) => text.trim().toLowerCase());
    const isRange = (text: string) => isIP(text.split('/')[0] ?? '') !== 0;
    const names = texts.filter((text) => !isRange(text));
    for (const name of names) if (!/^(?:\*\.)?[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?$/.test(name)) throw notAnEntry(name);
    this.hosts = new Set([...names.filter((name) => !name.startsWith('*.')), ...trusted]);
    this.below = names.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
    try {
      this.ranges = addressList(texts.filter(isRange));
    } catch {
      throw notAnEntry(texts.find(isRange) ?? '');
    }
  }

  /** The same policy, and these hosts at any address. For hosts that the operator has configured. */
  trusting(...hosts: readonly string[]): OutboundPolicy {
    const bare = hosts.map((host) => host.toLowerCase().replace(/^\[(.*)\]$/, '$1'));
    return new OutboundPolicy(this.allow, [...this.trusted, ...bare.filter((host) => host !== '')]);
  }

  /** Whether the operator has named the host, whatever its address. */
  names(host: string): boolean {
    const name = host.toLowerCase().replace(/\.$/, '');
    return this.hosts.has(name) || this.below.some((domain) => name.endsWith(domain));
  }

  /** Whether `host`, a name or an address, may be connected to at `address`. */
  allows(host: string, address: string): boolean {
    if (this.names(host)) return true;
    const plain = canonical(address);
    if (plain === undefined) return false;
    return this.ranges.has(plain) || !inside.has(plain);
  }

  /** One allowed address of a host, looked up once, to be connected to as it is. Rejects with NotAllowed, or the error of the look-up. */
  resolve(host: string): Promise<{ address: string; family: 4 | 6 }> {
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    return new Promise((resolve, reject) => {
      lookUp(bare, { all: true, verbatim: true }, (error, found) => {
        if (error) return reject(error);
        const first = found.find(({ address }) => this.allows(bare, address));
        if (!first) return reject(new NotAllowed('the address is not one this service may connect to'));
        resolve({ address: first.address, family: first.family === 6 ? 6 : 4 });
      });
    });
  }

  /** A look-up for sockets, so that they connect to the very address that was checked. */
  get lookup(): LookupFunction {
    return (host, options, done) => {
      this.resolve(host).then(
        ({ address, family }) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
        (error: NodeJS.ErrnoException) => done(error, '', 4),
      );
    };
  }
}

function notAnEntry(text: string): UsageError {
  return new UsageError({
    where: 'SERVICE_OUTBOUND_ALLOW',
    message: `expected hosts, *.domains, addresses or ranges such as 10.0.0.0/8, not ${quote(text, 80)}`,
  });
}

/** IPv4 inside IPv6, mapped (RFC 4291) or translated (RFC 6052), as the IPv4 address it leads to. Undefined for a text that is no address. */
function canonical(text: string): string | undefined {
  const address = plainAddress(text);
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const host = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [, high, low] = /^(?:::ffff:|64:ff9b::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(host) ?? [];
  if (low === undefined) return host;
  const number = (Number.parseInt(high ?? '0', 16) << 16) | Number.parseInt(low, 16);
  return [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255].join('.');
}
