import { opaqueFiles } from '../checks/opaque-files.js';
import type { SkillRule } from '../checks/rule.js';

export const coverageGap: SkillRule = {
  id: 'COVERAGE',
  family: 'skills',
  title: 'Part of the bundle could not be read',
  severity: 'medium',
  confidence: 'high',
  rationale: 'What was not read was not judged.',
  fix: 'Look at the file by hand, or leave it out of the bundle.',
  references: ['CWE-1059'],
  bundle: [opaqueFiles],
};
