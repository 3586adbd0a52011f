import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ScanReport } from '../model/report.js';
import { readReport } from '../report/json/read.js';
import { UsageError } from '../support/errors.js';

/** The report in a file that `scan --format json` wrote. Throws UsageError when there is none, InputError when it is none. */
export function openReport(file: string, cwd: string): ScanReport {
  let content: string;
  try {
    content = readFileSync(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new UsageError({ where: file, message: 'cannot be read', hint: 'write one with `castellan scan --format json=FILE`', cause });
  }
  return readReport(content, file);
}
