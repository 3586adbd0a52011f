import { findingKey } from '../model/identity.js';
import type { ScanReport } from '../model/report.js';
import type { Baseline } from '../model/request.js';

/** The parts of an earlier report that decide which findings are new. */
export function baselineOf(report: ScanReport, source: string): Baseline {
  return { components: report.components, keys: report.findings.map(findingKey), source };
}
