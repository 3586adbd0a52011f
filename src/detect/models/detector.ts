import type { Detector } from '../detector.js';
import { judgeAll } from '../rule.js';
import { modelRules } from './registry.js';
import { signatureRules } from './signature-rules.js';

/** Findings in model files, their signatures and the configuration beside them. */
export const models: Detector = {
  id: 'models',
  detect: ({ inventory, unjudged }) =>
    judgeAll(
      [...modelRules, ...signatureRules],
      inventory.evidence.modelFiles,
      unjudged && (({ path }, failure) => unjudged({ collector: 'models', target: path, path, ...failure })),
    ),
};
