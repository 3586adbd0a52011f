import type { Detector } from '../detector.js';
import { judgeAll } from '../rule.js';
import { skillRules } from './registry.js';

/** Findings in skills and instruction files. */
export const skills: Detector = {
  id: 'skills',
  detect: ({ inventory }) => judgeAll(skillRules, inventory.evidence.bundles),
};
