import { stepwise } from '../detector.js';
import { judgeSteps } from '../rule.js';
import { modelRules } from './registry.js';
import { signatureRules } from './signature-rules.js';

/** Findings in model files, their signatures and the configuration beside them. */
export const models = stepwise('models', ({ inventory, unjudged }) =>
  judgeSteps(
    [...modelRules, ...signatureRules],
    inventory.evidence.modelFiles,
    unjudged && (({ path }, failure) => unjudged({ collector: 'models', target: path, path, ...failure })),
  ),
);
