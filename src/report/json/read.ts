import { REPORT_SCHEMA_VERSION, type ScanReport } from '../../model/report.js';
import { InputError } from '../../support/errors.js';
import { isObject, own, parseJson } from '../../support/json.js';
import { reportShape } from './report-shape.js';
import { ShapeError } from './shape.js';

const WRITE_ONE = 'write one with `castellan scan --format json=FILE`';

/**
 * Reads a saved JSON report. Unknown members are dropped. For a wrong or missing member it throws an InputError that
 * names the file and the JSON path; another schema version is refused as `unsupported_version`.
 */
export function readReport(content: string, where: string): ScanReport {
  const value = parsed(content.replace(/^\ufeff/, ''), where);
  checkVersion(value, where);
  try {
    return reportShape.read(value);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new InputError({ where, issue: 'invalid_entry', message: `${error.where}: expected ${error.expected}`, cause: error });
  }
}

function parsed(content: string, where: string): unknown {
  try {
    return parseJson(content, where);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message, line, issue } = error;
    throw new InputError({ where, ...(line !== undefined && { line }), issue, message, hint: WRITE_ONE, cause: error });
  }
}

function checkVersion(value: unknown, where: string): void {
  const version = isObject(value) ? own(value, 'schema_version') : undefined;
  if (version === REPORT_SCHEMA_VERSION) return;
  const found = typeof version === 'string' ? `schema_version ${JSON.stringify(version.slice(0, 20))}` : 'no schema_version';
  throw new InputError({
    where,
    issue: version === undefined ? 'unsupported_format' : 'unsupported_version',
    message: `expected a castellan report of schema_version ${REPORT_SCHEMA_VERSION}, found ${found}`,
    hint: WRITE_ONE,
  });
}
