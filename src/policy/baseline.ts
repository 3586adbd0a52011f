import { findingKey } from '../model/identity.js';
import type { ScanReport } from '../model/report.js';
import type { Baseline } from '../model/request.js';

/** What judging "new" needs of an earlier report. */
export function baselineOf(report: ScanReport, source: string): Baseline {
  return { components: report.components, keys: report.findings.map(findingKey), source };
}
