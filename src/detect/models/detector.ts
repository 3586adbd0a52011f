import { stepwise } from '../contract/detector.js';
import { judgeSteps } from '../contract/rule.js';
import { modelRules } from './registry.js';
import { signatureRules } from './signatures/registry.js';

/** Findings in model files, their signatures and the configuration beside them. */
export const models = stepwise('models', ({ inventory, unjudged }) =>
  judgeSteps(
    [...modelRules, ...signatureRules],
    inventory.evidence.modelFiles,
    unjudged && (({ path }, failure) => unjudged({ collector: 'models', target: path, path, ...failure })),
  ),
);
