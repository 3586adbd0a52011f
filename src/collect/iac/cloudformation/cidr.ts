/** Blocks that `Fn::Cidr` may make of one. */
const MAX_BLOCKS = 256;

/**
 * The blocks of `Fn::Cidr`: `count` blocks of `2^bits` addresses each, from the start of an IPv4 block. Undefined where the block is no
 * known IPv4 block or cannot hold them.
 */
export function cidrsOf(block: string, count: number, bits = 8): string[] | undefined {
  const [, address = '', length = ''] = /^(\d+\.\d+\.\d+\.\d+)\/(\d+)$/.exec(block) ?? [];
  const prefix = Number(length);
  const octets = address.split('.').map(Number);
  if (length === '' || prefix > 32 || octets.some((octet) => octet > 255) || count < 1 || count > MAX_BLOCKS || bits < 0 || bits > 32)
    return undefined;
  const size = 2 ** bits;
  const whole = 2 ** (32 - prefix);
  const start = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  const base = start - (start % whole);
  if (count * size > whole) return undefined;
  return Array.from({ length: count }, (_, index) => `${dotted(base + index * size)}/${32 - bits}`);
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
