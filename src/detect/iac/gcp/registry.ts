import type { IacRule } from '../contract/iac-rule.js';
import { grantRules } from './grant-rules.js';
import { resourceRules } from './resource-rules.js';

/** Rules about Google Cloud. */
export const gcpRules: readonly IacRule[] = [...grantRules, ...resourceRules];
