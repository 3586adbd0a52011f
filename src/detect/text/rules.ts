import type { RuleInfo } from '../contract/rule.js';
import { dangerRules } from './rules-danger.js';
import { hiddenRules } from './rules-hidden.js';
import { orderRules } from './rules-orders.js';

/** Every rule that judges prose, by id. */
export const textRules: readonly RuleInfo[] = [...orderRules, ...hiddenRules, ...dangerRules];

const BY_ID = new Map(textRules.map((rule) => [rule.id, rule]));

/** The rule of an id. An id without an entry is a programming error. */
export function textRule(id: string): RuleInfo {
  const rule = BY_ID.get(id);
  if (rule === undefined) throw new TypeError(`no text rule ${id}`);
  return rule;
}
