import type { Component } from '../../model/component.js';
import { formatPurl, type Purl, parsePurl } from '../../model/purl.js';

/**
 * A component's identity in an SBOM. The purl keeps the source qualifiers, because without them a private package would
 * look like a public one, and names the distribution's source package as `upstream`. Undefined for a ref that is not a
 * purl.
 */
export function identityOf({ ref, origin }: Component): { purl: Purl; text: string } | undefined {
  const purl = readPurl(ref);
  if (!purl) return undefined;
  if (!origin) return { purl, text: ref };
  const upstream = origin.version === undefined ? origin.name : `${origin.name}@${origin.version}`;
  const named = { ...purl, qualifiers: { ...purl.qualifiers, upstream } };
  return { purl: named, text: formatPurl(named) };
}

function readPurl(ref: string): Purl | undefined {
  try {
    return parsePurl(ref);
  } catch {
    return undefined;
  }
}

/** A digest as SBOMs write it: the algorithm in SPDX's spelling without dash, and lower-case hex. */
export interface Digest {
  algorithm: 'MD5' | 'SHA1' | 'SHA256' | 'SHA384' | 'SHA512';
  hex: string;
}

const HEX_LENGTHS: Record<Digest['algorithm'], number> = { MD5: 32, SHA1: 40, SHA256: 64, SHA384: 96, SHA512: 128 };
const ALGORITHMS: readonly Digest['algorithm'][] = ['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'];

/**
 * The digests of an integrity text: `sha512-<base64>` (Subresource Integrity) or `sha256:<hex>`, several separated by
 * spaces; other forms are left out.
 */
export function digestsOf(integrity: string | undefined): Digest[] {
  const found = new Map<string, Digest>();
  for (const token of (integrity ?? '').split(/\s+/)) {
    const [, name, mark, value = ''] = /^([a-z0-9]{3,6})([-:])([A-Za-z0-9+/=]{8,200})$/i.exec(token) ?? [];
    const algorithm = ALGORITHMS.find((known) => known === name?.toUpperCase());
    if (algorithm === undefined) continue;
    const hex = mark === '-' ? Buffer.from(value, 'base64').toString('hex') : value.toLowerCase();
    if (hex.length === HEX_LENGTHS[algorithm] && /^[0-9a-f]+$/.test(hex)) found.set(algorithm, { algorithm, hex });
  }
  return [...found.values()];
}
