import { createHash } from 'node:crypto';
import type { ScanReport } from '../model/report.js';

/**
 * A UUID (version 8, RFC 9562 section 5.8) for a document made from the report. The same report and format give the
 * same id, another scan gives another.
 */
export function documentId(report: ScanReport, format: string): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([format, report.tool, report.scan_run, report.verdict]));
  for (const component of report.components) hash.update(JSON.stringify(component));
  for (const finding of report.findings) hash.update(finding.fingerprint);
  return uuidOf(hash.digest('hex'));
}

/** A UUID of version 8 from at least 32 hexadecimal digits. */
export function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
