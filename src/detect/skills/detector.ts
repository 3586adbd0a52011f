import type { SkillBundle } from '../../model/ai-evidence.js';
import type { Failure } from '../../support/contain.js';
import type { Detector } from '../detector.js';
import { judgeAll } from '../rule.js';
import { failuresOf } from './analysis.js';
import { skillRules } from './registry.js';

/** Findings in skills and instruction files. */
export const skills: Detector = {
  id: 'skills',
  detect({ inventory, unjudged }) {
    const { bundles } = inventory.evidence;
    const failed =
      unjudged && (({ path }: SkillBundle, failure: Failure) => unjudged({ collector: 'skills', target: path, path, ...failure }));
    const facts = judgeAll(skillRules, bundles, failed);
    if (unjudged === undefined) return facts;
    for (const bundle of bundles)
      for (const { file, ...failure } of failuresOf(bundle))
        unjudged({ collector: 'skills', target: bundle.path, path: file.path, ...failure });
    return facts;
  },
};
