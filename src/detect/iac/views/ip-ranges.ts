/** Addresses as one range of numbers, both ends in it. */
interface Range {
  version: 4 | 6;
  first: bigint;
  last: bigint;
}

const BITS = { 4: 32, 6: 128 } as const;

/** The addresses of `a.b.c.d/n` or of an IPv6 prefix, whatever the bits behind the prefix are. Undefined for what is no range. */
export function rangeOf(cidr: string): Range | undefined {
  const [, address = '', length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(cidr.trim()) ?? [];
  const version = address.includes(':') ? 6 : 4;
  const bits = BITS[version];
  const prefix = length === undefined ? bits : Number(length);
  const number = version === 6 ? numberOfV6(address) : numberOfV4(address);
  if (number === undefined || prefix > bits) return undefined;
  const size = 1n << BigInt(bits - prefix);
  const first = number - (number % size);
  return { version, first, last: first + size - 1n };
}

function numberOfV4(address: string): bigint | undefined {
  const octets = address.split('.');
  if (octets.length !== 4 || octets.some((octet) => !/^\d{1,3}$/.test(octet) || Number(octet) > 255)) return undefined;
  return octets.reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
}

function numberOfV6(address: string): bigint | undefined {
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const [before = [], after = []] = halves.map(groupsOf);
  const missing = 8 - before.length - after.length;
  if (halves.length === 1 ? missing !== 0 : missing < 0) return undefined;
  const groups = [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after];
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}

/** The last two groups may be written as an IPv4 address. */
function groupsOf(half: string): string[] {
  if (half === '') return [];
  const groups = half.split(':');
  const mapped = groups.at(-1)?.includes('.') ? numberOfV4(groups.pop() ?? '') : undefined;
  return mapped === undefined ? groups : [...groups, (mapped >> 16n).toString(16), (mapped & 65535n).toString(16)];
}

/** IPv6 addresses that are routed lie in 2000::/3. */
const ROUTED: Range = { version: 6, first: 1n << 125n, last: (1n << 126n) - 1n };
/** A list that leaves out private networks alone is still open to everybody. */
const OPEN_SHARE = { 4: ((1n << 32n) * 3n) / 4n, 6: 1n << 125n };

/**
 * Whether the ranges together are the internet: `0.0.0.0/0`, the same with other bits (`34.15.11.3/0`), in halves (`0.0.0.0/1` and
 * `128.0.0.0/1`), or with nothing but private networks left out. What is no range counts for nothing.
 */
export function isWholeInternet(cidrs: readonly string[]): boolean {
  const ranges = cidrs.map(rangeOf).filter((range) => range !== undefined);
  return ([4, 6] as const).some((version) => covered(ranges.filter((range) => range.version === version)) >= OPEN_SHARE[version]);
}

/** How many addresses the ranges of one version hold; of IPv6, how many of those that are routed. */
function covered(ranges: readonly Range[]): bigint {
  let sum = 0n;
  let end = -1n;
  for (const range of ranges.map(routed).sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))) {
    const first = range.first > end ? range.first : end + 1n;
    if (range.last < first) continue;
    sum += range.last - first + 1n;
    end = range.last;
  }
  return sum;
}

function routed(range: Range): Range {
  if (range.version === 4) return range;
  const first = range.first > ROUTED.first ? range.first : ROUTED.first;
  return { ...range, first, last: range.last < ROUTED.last ? range.last : ROUTED.last };
}
