import type { IacRule } from './contract/iac-rule.js';

/** Every rule about infrastructure code. */
export const iacRules: readonly IacRule[] = [];
