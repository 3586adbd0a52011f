import type { Finding } from '../model/finding.js';
import { purlCovers } from '../model/purl-cover.js';
import { DAY_MS } from '../support/durations.js';

/** An approved, dated agreement to live with a problem for a while. */
export interface AgreedException {
  id: string;
  /** Any id of the problem, or a rule. */
  problem: string;
  purl?: string;
  fingerprint?: string;
  /** Only findings of this source. */
  source?: string;
  /** RFC 3339 time. */
  expires: string;
}

/** Longest time an exception for a malicious package may still run; the same holds for scans (suppress.ts). */
const MALICIOUS_DAYS = 30;

export type ExceptedFinding = Pick<Finding, 'kind' | 'id' | 'aliases' | 'advisories' | 'rule' | 'component' | 'fingerprint'> & {
  /** The sources that see it. */
  sources: readonly string[];
};

/** The first exception in force that covers a finding. An exception for a malicious package must name it and end within 30 days. */
export function exceptionFor(finding: ExceptedFinding, exceptions: readonly AgreedException[], now: number): AgreedException | undefined {
  return exceptions.find((exception) => isInForce(exception, finding, now) && covers(exception, finding));
}

function isInForce({ expires, purl }: AgreedException, { kind }: ExceptedFinding, now: number): boolean {
  const left = Date.parse(expires) - now;
  return left > 0 && (kind !== 'malicious' || (purl !== undefined && left <= MALICIOUS_DAYS * DAY_MS));
}

function covers({ problem, purl, fingerprint, source }: AgreedException, finding: ExceptedFinding): boolean {
  if (source !== undefined && !finding.sources.includes(source)) return false;
  if (fingerprint !== undefined && fingerprint !== finding.fingerprint) return false;
  if (purl !== undefined && (finding.component === undefined || !purlCovers(purl, finding.component))) return false;
  const wanted = problem.toLowerCase();
  return [finding.id, ...finding.aliases, ...finding.advisories, finding.rule ?? ''].some((own) => own.toLowerCase() === wanted);
}
