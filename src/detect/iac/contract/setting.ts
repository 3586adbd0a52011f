import { type Severity, severities } from '../../../model/severity.js';

/** Folders whose infrastructure is not that of production. */
const NO_PRODUCTION = /(?:^|\/)(?:tests?|examples?|fixtures?|sandbox)\/|(?:^|\/)\.github\/ISSUE/i;

/** A severity for the place of a file: one step down in folders of tests, examples, fixtures and sandboxes, never below `none`. */
export function inSetting(severity: Severity, path: string): Severity {
  return NO_PRODUCTION.test(path) ? lessSevere(severity) : severity;
}

/** One step down, never below `none`. */
export function lessSevere(severity: Severity): Severity {
  const at = severities.indexOf(severity);
  return severity === 'unknown' ? severity : (severities[Math.min(at + 1, severities.indexOf('none'))] ?? severity);
}
