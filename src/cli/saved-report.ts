import type { ScanReport } from '../model/report.js';
import { readReport } from '../report/json/read.js';
import { OperationalError } from '../support/errors.js';
import { parseNamedFile } from './named-file.js';

/**
 * The report in a file that `scan --format json` wrote. Throws OperationalError when there is no such file, UsageError when it holds
 * no report.
 */
export function openReport(file: string, cwd: string): ScanReport {
  try {
    return parseNamedFile(file, cwd, readReport);
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    const { message } = error;
    throw new OperationalError({ where: file, message, hint: 'write one with `castellan scan --format json=FILE`', cause: error });
  }
}
