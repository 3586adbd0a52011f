import { opaqueFiles } from '../checks/opaque-files.js';
import type { SkillRule } from '../checks/rule.js';

export const sup04: SkillRule = {
  id: 'SUP-04',
  family: 'skills',
  title: 'Compiled file that nobody can read',
  severity: 'medium',
  confidence: 'high',
  rationale: 'What it does cannot be told from the bundle.',
  fix: 'Ship the source and build it, or name where the file comes from with its sum.',
  references: ['CWE-506', 'CWE-912'],
  bundle: [opaqueFiles],
};
