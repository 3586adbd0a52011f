import { BlockList, isIP } from 'node:net';
import { OperationalError } from '../support/errors.js';

/** A set of network addresses. */
export interface AddressList {
  readonly size: number;
  /** False for a text that is no address. */
  has(address: string): boolean;
}

/** Makes a list of addresses and ranges (`10.0.0.0/8`, `fd00::/8`, `127.0.0.1`). Throws OperationalError for anything else. */
export function addressList(ranges: readonly string[]): AddressList {
  const list = new BlockList();
  for (const range of ranges) add(list, range);
  return {
    size: ranges.length,
    has(address) {
      const plain = plainAddress(address);
      const family = isIP(plain);
      return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

function add(list: BlockList, range: string): void {
  const [address = '', bits, more] = range.split('/');
  const family = isIP(address);
  const longest = family === 6 ? 128 : 32;
  const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (family === 0 || more !== undefined || !(length <= longest)) {
    throw new OperationalError({ where: range.slice(0, 60), message: 'not an address or a range of addresses such as 10.0.0.0/8' });
  }
  list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
}

const LOOPBACK = addressList(['127.0.0.0/8', '::1']);

/** True for names and addresses of this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || LOOPBACK.has(host);
}

/** The address without zone and port. An IPv4 address written as IPv6 (RFC 4291 section 2.5.5.2) becomes IPv4. */
export function plainAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, '');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** The part of a network that one customer usually has: a single IPv4 address, or the /64 of an IPv6 address. Empty for no address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : '';
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  return groups.slice(0, 4).join(':');
}
