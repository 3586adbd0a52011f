import { X509Certificate } from 'node:crypto';
import { X509Certificate as Asn1Certificate } from '@sigstore/core';

/** The result of building a chain: the leaf with which to check the signature, or why it is not trusted. */
export type ChainResult = { leaf: X509Certificate; notes: string[] } | { problem: string };

const CODE_SIGNING = '1.3.6.1.5.5.7.3.3';
const MAX_DEPTH = 6;

/** Limit for the bytes of one certificate; real ones have two thousand. Parsing takes a hundred times its size. */
const MAX_BYTES = 64 * 1024;

/** A certificate with the fields that Node does not expose. */
interface Certificate {
  x509: X509Certificate;
  /** Undefined when the certificate does not restrict its key's use. */
  usage: { digitalSignature: boolean; keyCertSign: boolean } | undefined;
  /** How many authorities may be between it and the leaf. */
  pathLength: number;
}

/**
 * Follows the issuers of the first certificate to one of the roots (RFC 5280 §6, without revocation). The chain is
 * checked at the start of the leaf's validity, because model signing has no other trusted time; a leaf that has expired
 * since is noted.
 */
export function verifyCertificates(chain: readonly Buffer[], rootPems: readonly string[], now: number): ChainResult {
  const [leaf, ...intermediates] = chain.map(certificateOf);
  const roots = rootPems.flatMap(certificatesOfPem);
  if (!leaf || intermediates.includes(undefined)) return { problem: 'a certificate of the chain cannot be read' };
  const { x509, usage } = leaf;
  const codeSigning = x509.keyUsage?.includes(CODE_SIGNING) ?? false;
  if (usage?.digitalSignature !== true && !codeSigning) return { problem: 'the certificate is not meant for signing' };
  const known = intermediates.filter((certificate) => certificate !== undefined);
  const problem = climb({ known, roots, time: Date.parse(x509.validFrom) }, leaf);
  if (problem !== undefined) return { problem };
  const notes = Date.parse(x509.validTo) < now ? ['the signing certificate has expired since'] : [];
  if (!codeSigning) notes.push('the signing certificate is not issued for code signing');
  return { leaf: x509, notes };
}

interface Climb {
  known: readonly Certificate[];
  roots: readonly Certificate[];
  time: number;
}

/** Follows issuers until a root has signed; undefined when the chain is valid. */
function climb({ known, roots, time }: Climb, leaf: Certificate): string | undefined {
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

/** `below`: number of authorities between the candidate and the leaf. */
function hasIssued(candidate: Certificate, subject: Certificate, below: number): boolean {
  if (!candidate.x509.ca || candidate.usage?.keyCertSign === false || candidate.pathLength < below) return false;
  return subject.x509.checkIssued(candidate.x509) && subject.x509.verify(candidate.x509.publicKey);
}

function isValidAt({ x509 }: Certificate, time: number): boolean {
  return Date.parse(x509.validFrom) <= time && time <= Date.parse(x509.validTo);
}

function certificateOf(bytes: Buffer | string): Certificate | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  try {
    const x509 = new X509Certificate(bytes);
    const { extKeyUsage: usage, extBasicConstraints: constraints } = Asn1Certificate.parse(x509.raw);
    return {
      x509,
      usage: usage && { digitalSignature: usage.digitalSignature, keyCertSign: usage.keyCertSign },
      pathLength: Number(constraints?.pathLenConstraint ?? Number.POSITIVE_INFINITY),
    };
  } catch {
    return undefined;
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]{1,100000}-----END CERTIFICATE-----/g;

function certificatesOfPem(pem: string): Certificate[] {
  return (pem.match(PEM) ?? []).map(certificateOf).filter((certificate) => certificate !== undefined);
}
