import type { IacRule } from '../contract/iac-rule.js';
import { networkRules } from './network-rules.js';
import { serviceRules } from './service-rules.js';
import { storageRules } from './storage-rules.js';

/** Rules about Azure. */
export const azureRules: readonly IacRule[] = [...storageRules, ...networkRules, ...serviceRules];
