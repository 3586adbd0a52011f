import type { Confidence } from '../../model/finding.js';
import type { Severity } from '../../model/severity.js';
import type { RuleInfo } from '../contract/rule.js';

/** One line of a table of text rules: severity, title, why it matters, what to do, references divided by commas. */
export type RuleRow = readonly [
  severity: Severity,
  title: string,
  rationale: string,
  fix: string,
  references: string,
  confidence?: Confidence,
];

/** The rules of a table, keyed by id. Shown under the family `skills`: tool definitions report them as TOL-01 or TOL-04. */
export function rulesOf(table: Readonly<Record<string, RuleRow>>): RuleInfo[] {
  return Object.entries(table).map(([id, [severity, title, rationale, fix, references, confidence = 'high']]) => ({
    id,
    family: 'skills',
    title,
    severity,
    confidence,
    rationale,
    fix,
    references: references.split(', '),
  }));
}
