import type { IacRule } from '../contract/iac-rule.js';
import { withAbsentModules } from './absent-modules.js';
import { bucketRules } from './bucket-rules.js';
import { computeRules } from './compute-rules.js';
import { containerRules } from './container-rules.js';
import { credentialRules } from './credential-rules.js';
import { dataRules } from './data-rules.js';
import { deliveryRules } from './delivery-rules.js';
import { networkRules } from './network-rules.js';
import { policyRules } from './policy-rules.js';

/** Rules about AWS in Terraform, CloudFormation and SAM. */
export const awsRules: readonly IacRule[] = [
  ...bucketRules,
  ...networkRules,
  ...computeRules,
  ...dataRules,
  ...policyRules,
  ...deliveryRules,
  ...containerRules,
  ...credentialRules,
].map(withAbsentModules);
