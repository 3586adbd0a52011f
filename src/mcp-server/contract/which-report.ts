import type { ScanReport } from '../../model/report.js';
import { readReport } from '../../report/json/read.js';
import { decodeText } from '../../support/decode.js';
import { UsageError } from '../../support/errors.js';
import type { ServerAccess } from './access.js';
import { confine } from './confine.js';

/** Size of a saved report that is read for a caller. */
const MAX_REPORT = 64 * 1024 * 1024;

/** The report a question is about: a file inside the root, a scan of this server by id, else its latest one. */
export function whichReport(access: ServerAccess, asked: { report_id?: string | undefined; report_file?: string | undefined }): ScanReport {
  const { reports, files, root } = access;
  if (asked.report_file !== undefined) {
    const path = confine(access, asked.report_file);
    return readReport(decodeText(files.read(`${root}/${path}`, MAX_REPORT), path), path);
  }
  const report = asked.report_id === undefined ? reports.latest() : reports.find(asked.report_id);
  if (report) return report;
  const known = reports.ids();
  const hint = known.length === 0 ? 'call scan first, or give report_file' : `known: ${known.join(', ')}`;
  throw new UsageError({ where: asked.report_id ?? 'report', message: 'no such report', hint });
}
