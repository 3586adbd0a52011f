import { persistentWrites } from '../checks/persistence.js';
import type { SkillRule } from '../checks/rule.js';

export const per02: SkillRule = {
  id: 'PER-02',
  family: 'skills',
  title: 'Git hook outside the repository or with network access',
  severity: 'high',
  confidence: 'high',
  rationale: 'Hooks run at every commit, for everybody who works there.',
  fix: 'Install only the hook the user asks for, in this repository.',
  references: ['OWASP ASI04', 'CWE-506'],
  code: [persistentWrites],
};
