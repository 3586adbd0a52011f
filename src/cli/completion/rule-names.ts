import { ruleFamilies } from '../../detect/contract/rule.js';
import { familyTitles, ruleCatalogue } from '../../detect/rule-catalogue.js';
import type { Candidate } from './candidate.js';

export function ruleNames(): Candidate[] {
  return ruleCatalogue().map(({ id, title }) => ({ value: id, about: title }));
}

export function familyNames(): Candidate[] {
  return ruleFamilies.map((value) => ({ value, about: familyTitles[value] }));
}
