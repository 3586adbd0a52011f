import { kindOfFamily } from '../../detect/contract/rule.js';
import { ruleCatalogue } from '../../detect/rule-catalogue.js';
import type { RuleMarks } from './bearing.js';

let marks: RuleMarks | undefined;

/** Kind of findings and references of every rule, by its id. Loads all rules: import this module when it is needed. */
export function ruleMarks(): RuleMarks {
  marks ??= new Map(ruleCatalogue().map(({ id, family, references }) => [id, { kind: kindOfFamily(family), references }]));
  return marks;
}
