import { canonicalJson } from '../support/canonical-json.js';
import { compareText } from '../support/compare-text.js';
import { sha256 } from '../support/sha256.js';
import type { Fact, Finding } from './finding.js';
import { partsOfRef } from './image-places.js';
import { compareSeverity } from './severity.js';

/** Families of ids in the order of preference: malicious records, then the best-known ids, then the ecosystem's own. */
const FAMILIES = [
  'MAL-',
  'CVE-',
  'GHSA-',
  'PYSEC-',
  'GO-',
  'RUSTSEC-',
  'HSEC-',
  'OSV-',
  'DSA-',
  'DLA-',
  'USN-',
  'RHSA-',
  'RLSA-',
  'ALSA-',
  'SUSE-',
];

function familyOf(id: string): number {
  const index = FAMILIES.findIndex((prefix) => id.startsWith(prefix));
  return index === -1 ? FAMILIES.length : index;
}

/** The id a group is shown by: MAL, CVE, GHSA, then the ecosystem's own. Ties by code units. Empty for an empty list. */
export function preferredId(ids: readonly string[]): string {
  return ids.reduce(
    (best, id) => (best === '' || familyOf(id) < familyOf(best) || (familyOf(id) === familyOf(best) && id < best) ? id : best),
    '',
  );
}

/**
 * The identity of a finding, without version, line and machine: kind, id (for a rule's finding the rule's id), package without
 * version or subject, and the file for findings that are about a place. The baseline compares these. A secret is told apart from others of its
 * file by the name it is given and its masked form: a hash of the value that is equal in every run could be tried out by whoever
 * sees it. The image is no part of it: the finding is the same whether the image is scanned alone or with others.
 */
export function findingKey(finding: Fact): string {
  const { kind, id, component, subject, locations, evidence } = finding;
  const named = kind === 'secret' ? evidence : subject;
  const who = component === undefined ? partsOfRef(named ?? '').ref : withoutVersion(component);
  const where = component === undefined ? (locations[0]?.path ?? '') : '';
  return canonicalJson([kind, id, who, where]);
}

/** A purl without version, qualifiers and subpath. */
function withoutVersion(purl: string): string {
  const end = purl.search(/[?#]/);
  const plain = end === -1 ? purl : purl.slice(0, end);
  const at = plain.lastIndexOf('@');
  return at > plain.lastIndexOf('/') ? plain.slice(0, at) : plain;
}

/**
 * Gives facts their identity and order: worst first, then malicious, component and id; those of tests and examples last. The fingerprint hashes the finding's
 * key and its ordinal among equal keys, so that two versions of one package are two findings, while an upgrade that keeps
 * the problem keeps the fingerprint.
 */
export function identify(facts: readonly Fact[]): Finding[] {
  const sorted = [...facts].sort(compareFacts);
  const byKey = new Map<string, Fact[]>();
  for (const fact of sorted) {
    const key = findingKey(fact);
    const known = byKey.get(key);
    if (known) known.push(fact);
    else byKey.set(key, [fact]);
  }
  const fingerprints = new Map<Fact, string>();
  for (const [key, equal] of byKey) {
    [...equal].sort(compareInstances).forEach((fact, ordinal) => {
      fingerprints.set(fact, sha256(`${key}\n${ordinal}`).slice(0, 32));
    });
  }
  return sorted.map((fact) => ({ fingerprint: fingerprints.get(fact) ?? '', ...fact }));
}

function compareFacts(a: Fact, b: Fact): number {
  if (a.context !== b.context) return a.context === 'test' ? 1 : -1;
  if (a.kind !== b.kind && (a.kind === 'malicious' || b.kind === 'malicious')) return a.kind === 'malicious' ? -1 : 1;
  return (
    compareSeverity(b.severity, a.severity) ||
    Number(b.kev === 'listed') - Number(a.kev === 'listed') ||
    (b.score ?? -1) - (a.score ?? -1) ||
    compareInstances(a, b)
  );
}

function compareInstances(a: Fact, b: Fact): number {
  return (
    compareText(a.component ?? '', b.component ?? '') ||
    compareText(a.id, b.id) ||
    compareText(a.subject ?? '', b.subject ?? '') ||
    comparePlaces(a, b) ||
    compareText(a.title, b.title)
  );
}

function comparePlaces(a: Fact, b: Fact): number {
  const [left] = a.locations;
  const [right] = b.locations;
  return (
    compareText(left?.path ?? '', right?.path ?? '') ||
    (left?.line ?? 0) - (right?.line ?? 0) ||
    compareText(left?.pointer ?? '', right?.pointer ?? '') ||
    compareText(left?.image ?? '', right?.image ?? '')
  );
}
