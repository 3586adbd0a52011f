import { actionsRules } from './actions/registry.js';
import { aiRules } from './ai/registry.js';
import { awsRules } from './aws/registry.js';
import { azureRules } from './azure/registry.js';
import { composeRules } from './compose/registry.js';
import type { IacRule } from './contract/iac-rule.js';
import { dockerfileRules } from './dockerfile/registry.js';
import { gcpRules } from './gcp/registry.js';
import { iamRules } from './iam/registry.js';
import { kubernetesRules } from './kubernetes/index.js';

/** Every rule about infrastructure code. */
export const iacRules: readonly IacRule[] = [
  ...dockerfileRules,
  ...kubernetesRules,
  ...iamRules,
  ...awsRules,
  ...aiRules,
  ...composeRules,
  ...actionsRules,
  ...azureRules,
  ...gcpRules,
];
