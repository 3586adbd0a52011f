import { EvaluationError } from '../values/errors.js';
import { numberAt, plain, type TerraformFunction, textAt } from './contract.js';

interface Network {
  address: bigint;
  prefix: number;
  /** 32 or 128. */
  bits: number;
}

export const networkFunctions: readonly (readonly [string, TerraformFunction])[] = [
  ['cidrsubnet', plain((args) => written(subnet(networkOf(textAt(args, 0)), numberAt(args, 1), numberAt(args, 2))))],
  [
    'cidrsubnets',
    plain((args) =>
      subnets(
        networkOf(textAt(args, 0)),
        args.slice(1).map((_, at) => numberAt(args, at + 1)),
      ),
    ),
  ],
  ['cidrhost', plain((args) => host(networkOf(textAt(args, 0)), numberAt(args, 1)))],
  ['cidrnetmask', plain((args) => netmask(networkOf(textAt(args, 0))))],
];

function networkOf(text: string): Network {
  const [address = '', prefix] = text.split('/');
  const bits = address.includes(':') ? 128 : 32;
  const length = Number(prefix);
  if (prefix === undefined || !/^\d+$/.test(prefix) || length > bits) throw new EvaluationError('no network');
  const value = bits === 32 ? ipv4(address) : ipv6(address);
  return { address: value & mask(length, bits), prefix: length, bits };
}

function ipv4(text: string): bigint {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) throw new EvaluationError('no address');
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function ipv6(text: string): bigint {
  const [head = '', tail] = text.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? left : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  if (groups.length !== 8 || groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) throw new EvaluationError('no address');
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(Number.parseInt(group, 16)), 0n);
}

function mask(prefix: number, bits: number): bigint {
  return ((1n << BigInt(bits)) - 1n) ^ ((1n << BigInt(bits - prefix)) - 1n);
}

function subnet({ address, prefix, bits }: Network, more: number, number: number): Network {
  const length = prefix + more;
  if (!Number.isInteger(more) || !Number.isInteger(number) || more < 0 || length > bits || number < 0)
    throw new EvaluationError('no such network');
  if (BigInt(number) >= 1n << BigInt(more)) throw new EvaluationError('no such network');
  return { address: address | (BigInt(number) << BigInt(bits - length)), prefix: length, bits };
}

function subnets(network: Network, more: readonly number[]): string[] {
  let next = network.address;
  return more.map((add) => {
    const size = 1n << BigInt(network.bits - subnet(network, add, 0).prefix);
    const start = ((next + size - 1n) / size) * size;
    if (start + size > network.address + (1n << BigInt(network.bits - network.prefix))) throw new EvaluationError('no room left');
    next = start + size;
    return written({ address: start, prefix: network.prefix + add, bits: network.bits });
  });
}

function host({ address, prefix, bits }: Network, number: number): string {
  if (!Number.isInteger(number)) throw new EvaluationError('no such host');
  const size = 1n << BigInt(bits - prefix);
  const offset = number < 0 ? size + BigInt(number) : BigInt(number);
  if (offset < 0n || offset >= size) throw new EvaluationError('no such host');
  return addressText(address + offset, bits);
}

function netmask({ prefix, bits }: Network): string {
  if (bits !== 32) throw new EvaluationError('only IPv4 has a mask');
  return addressText(mask(prefix, bits), bits);
}

function written({ address, prefix, bits }: Network): string {
  return `${addressText(address, bits)}/${prefix}`;
}

function addressText(address: bigint, bits: number): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => String((address >> shift) & 255n)).join('.');
  const groups = Array.from({ length: 8 }, (_, at) => ((address >> BigInt(112 - at * 16)) & 0xffffn).toString(16)).join(':');
  // The longest run of zeros is left out, the first one of equal length.
  const runs = [...groups.matchAll(/(?:^|:)0(?::0)+(?=:|$)/g)].sort((a, b) => b[0].length - a[0].length);
  const [longest] = runs;
  if (longest === undefined) return groups;
  const before = groups.slice(0, longest.index);
  const after = groups.slice(longest.index + longest[0].length).replace(/^:/, '');
  return `${before}::${after}`;
}
