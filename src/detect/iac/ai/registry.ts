import type { IacRule } from '../contract/iac-rule.js';
import { awsAiRules } from './aws-rules.js';
import { aiCloudRules } from './cloud-rules.js';
import { codeRules } from './code-rules.js';
import { exposureRules } from './exposure-rules.js';
import { rightsRules } from './rights-rules.js';
import { workflowRules } from './workflow-rules.js';

/** Every rule about infrastructure that runs AI. */
export const aiRules: readonly IacRule[] = [
  ...exposureRules,
  ...rightsRules,
  ...codeRules,
  ...workflowRules,
  ...aiCloudRules,
  ...awsAiRules,
];
