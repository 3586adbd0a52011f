import type { Detector } from '../detector.js';
import { judgeAll } from '../rule.js';
import { modelRules } from './registry.js';

/** Findings in model files and the configuration beside them. */
export const models: Detector = {
  id: 'models',
  detect: ({ inventory }) => judgeAll(modelRules, inventory.evidence.modelFiles),
};
