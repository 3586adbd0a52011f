import { accessRules } from './access-rules.js';
import { agentRules } from './agent-rules.js';
import type { CloudRule } from './cloud-rule.js';
import { dataRules } from './data-rules.js';
import { workloadRules } from './workload-rules.js';

/** Every rule about clouds. A new rule is one entry in the list of its file. */
export const cloudRules: readonly CloudRule[] = [...accessRules, ...agentRules, ...dataRules, ...workloadRules];
