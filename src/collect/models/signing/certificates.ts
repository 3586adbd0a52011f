import { X509Certificate } from 'node:crypto';
import { keyUsageOf, pathLengthOf } from './der.js';

/** The outcome of building a chain: the leaf to check the signature with, or why there is no trust. */
export type ChainResult = { leaf: X509Certificate; notes: string[] } | { problem: string };

const CODE_SIGNING = '1.3.6.1.5.5.7.3.3';
const MAX_DEPTH = 6;

/**
 * Follows the issuers of the first certificate to one of the roots (RFC 5280 §6, without revocation). The chain is judged at
 * the start of the leaf's validity, as model signing has no other trusted time; a leaf that has lapsed since is noted.
 */
export function verifyChain(chain: readonly Buffer[], rootPems: readonly string[], now: number): ChainResult {
  const [leaf, ...intermediates] = chain.map(certificateOf);
  const roots = rootPems.flatMap(certificatesOfPem);
  if (!leaf || intermediates.includes(undefined)) return { problem: 'a certificate of the chain cannot be read' };
  const usage = keyUsageOf(leaf.raw);
  const codeSigning = leaf.keyUsage?.includes(CODE_SIGNING) ?? false;
  if (usage?.digitalSignature !== true && !codeSigning) return { problem: 'the certificate is not meant for signing' };
  const known = intermediates.filter((certificate) => certificate !== undefined);
  const problem = climb({ known, roots, time: Date.parse(leaf.validFrom) }, leaf);
  if (problem !== undefined) return { problem };
  const notes = Date.parse(leaf.validTo) < now ? ['the signing certificate has expired since'] : [];
  if (!codeSigning) notes.push('the signing certificate is not issued for code signing');
  return { leaf, notes };
}

interface Climb {
  known: readonly X509Certificate[];
  roots: readonly X509Certificate[];
  time: number;
}

/** Goes up until a root has signed; undefined when all is well. */
function climb({ known, roots, time }: Climb, leaf: X509Certificate): string | undefined {
  let current = leaf;
  for (let below = 0; below < MAX_DEPTH; below++) {
    if (!isValidAt(current, time)) return 'a certificate of the chain was not valid when the signing certificate was issued';
    const root = roots.find((candidate) => hasIssued(candidate, current, below));
    if (root) return isValidAt(root, time) ? undefined : 'the root was not valid when the signing certificate was issued';
    const next = known.find((candidate) => candidate !== current && hasIssued(candidate, current, below));
    if (!next) return 'the chain does not end in a given root';
    current = next;
  }
  return `the chain is longer than ${MAX_DEPTH} certificates`;
}

/** `below`: authorities between the candidate and the leaf. */
function hasIssued(candidate: X509Certificate, subject: X509Certificate, below: number): boolean {
  if (!candidate.ca || keyUsageOf(candidate.raw)?.certSign === false || pathLengthOf(candidate.raw) < below) return false;
  return subject.checkIssued(candidate) && subject.verify(candidate.publicKey);
}

function isValidAt(certificate: X509Certificate, time: number): boolean {
  return Date.parse(certificate.validFrom) <= time && time <= Date.parse(certificate.validTo);
}

function certificateOf(bytes: Buffer | string): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]{1,100000}-----END CERTIFICATE-----/g;

function certificatesOfPem(pem: string): X509Certificate[] {
  return (pem.match(PEM) ?? []).map(certificateOf).filter((certificate) => certificate !== undefined);
}
