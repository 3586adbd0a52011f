import type { SkillBundle } from '../../model/ai-evidence.js';
import type { Failure } from '../../support/contain.js';
import { stepwise } from '../contract/detector.js';
import { judgeSteps } from '../contract/rule.js';
import { findFailures } from './analysis.js';
import { skillRules } from './registry.js';

export { judgeAtOnce } from './analysis.js';

/** Findings in skills and instruction files. */
export const skills = stepwise('skills', function* ({ inventory, unjudged }) {
  const { bundles } = inventory.evidence;
  const failed =
    unjudged && (({ path }: SkillBundle, failure: Failure) => unjudged({ collector: 'skills', target: path, path, ...failure }));
  const facts = yield* judgeSteps(skillRules, bundles, failed);
  if (unjudged === undefined) return facts;
  for (const bundle of bundles)
    for (const { file, ...failure } of findFailures(bundle))
      unjudged({ collector: 'skills', target: bundle.path, path: file.path, ...failure });
  return facts;
});
