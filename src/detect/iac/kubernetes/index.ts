import type { IacRule } from '../contract/iac-rule.js';
import { accessRules } from './access-rules.js';
import { containerRules } from './container-rules.js';
import { controlPlaneRules } from './control-plane-rules.js';
import { hostRules } from './host-rules.js';
import { networkRules } from './network-rules.js';
import { secretRules } from './secret-rules.js';
import { workloadRules } from './workload-rules.js';

/** Every rule about Kubernetes, also in charts and overlays. */
export const kubernetesRules: readonly IacRule[] = [
  ...hostRules,
  ...containerRules,
  ...workloadRules,
  ...secretRules,
  ...accessRules,
  ...networkRules,
  ...controlPlaneRules,
];
