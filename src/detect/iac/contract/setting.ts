import { type Severity, severities } from '../../../model/severity.js';

/** Folders whose infrastructure is not that of production. */
const NO_PRODUCTION = /(?:^|\/)(?:tests?|examples?|fixtures?|sandbox)\/|(?:^|\/)\.github\/ISSUE/i;

/** False in folders of tests, examples, fixtures and sandboxes. */
export function isOfProduction(path: string): boolean {
  return !NO_PRODUCTION.test(path);
}

/** One step down, never below `none`. */
export function lessSevere(severity: Severity): Severity {
  const at = severities.indexOf(severity);
  return severity === 'unknown' ? severity : (severities[Math.min(at + 1, severities.indexOf('none'))] ?? severity);
}
