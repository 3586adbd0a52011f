import type { IacRule } from './contract/iac-rule.js';
import { kubernetesRules } from './kubernetes/index.js';

/** Every rule about infrastructure code. */
export const iacRules: readonly IacRule[] = [...kubernetesRules];
