import type { IacRule } from '../contract/iac-rule.js';
import { accountRules } from './account-rules.js';
import { rightRules } from './right-rules.js';
import { trustRules } from './trust-rules.js';

/** Rules about what identities of AWS may do, and who may take them. */
export const iamRules: readonly IacRule[] = [...rightRules, ...trustRules, ...accountRules];
