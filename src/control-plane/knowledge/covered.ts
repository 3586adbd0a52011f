import type { Finding } from '../../model/finding.js';
import type { Severity } from '../../model/severity.js';
import { type AgreedException, exceptionFor } from '../../policy/exceptions.js';
import { ExceptionRepository } from '../store/exceptions.js';
import { FindingReader, type KeptFinding } from '../store/findings/finding-reader.js';
import type { TenantStore } from '../store/layer/store.js';
import type { View } from './kept.js';

/** The fields of a finding covered by an exception in force that numbers depend on. */
export interface CoveredFinding {
  exceptionId: string;
  isOpen: boolean;
  sourceId: string;
  sourceIds: readonly string[];
  kind: Finding['kind'];
  rule: string;
  cwes: readonly string[];
  severity: Severity;
  isKev: boolean;
  isFixed: boolean;
  component: string | null;
  subject: string | null;
}

/** Findings covered by exceptions, by id. */
export type Covered = ReadonlyMap<string, CoveredFinding>;

/** The findings that some exceptions cover at a time, in milliseconds since the epoch. */
export function coveredView(exceptions: readonly AgreedException[], now: number): View<Map<string, CoveredFinding>> {
  const take = (covered: Map<string, CoveredFinding>, findings: readonly KeptFinding[]) => {
    for (const one of findings) {
      const exception = one.status === 'resolved' ? undefined : exceptionFor({ ...one.finding, sources: one.sourceIds }, exceptions, now);
      if (exception) covered.set(one.findingId, coveredBy(exception, one));
      else covered.delete(one.findingId);
    }
    return covered;
  };
  return {
    async make(store) {
      const reader = new FindingReader(store);
      const covered = new Map<string, CoveredFinding>();
      for (const problem of new Set(exceptions.map((exception) => exception.problem))) take(covered, await reader.named(problem));
      return covered;
    },
    change: async (store, covered, { findings }) => take(covered, await new FindingReader(store).some(findings)),
  };
}

/** The id of the exception that covers one finding. */
export async function exceptionOf(store: TenantStore, sources: readonly string[], finding: Finding, now: number): Promise<string | null> {
  const exceptions = await new ExceptionRepository(store).inForce(new Date(now).toISOString());
  return exceptionFor({ ...finding, sources }, exceptions, now)?.id ?? null;
}

function coveredBy({ id }: AgreedException, { sourceId, sourceIds, status, component, subject, finding }: KeptFinding): CoveredFinding {
  const { kind, rule = '', cwes, severity, kev, fixed_version } = finding;
  return {
    exceptionId: id,
    isOpen: status === 'open',
    sourceId,
    sourceIds,
    kind,
    rule,
    cwes,
    severity,
    isKev: kev === 'listed',
    isFixed: fixed_version !== undefined,
    component,
    subject,
  };
}
