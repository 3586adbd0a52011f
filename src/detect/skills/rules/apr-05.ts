import { declaredRights } from '../checks/declared.js';
import type { SkillRule } from '../checks/rule.js';

export const apr05: SkillRule = {
  id: 'APR-05',
  family: 'skills',
  title: 'Every command allowed, none used',
  severity: 'low',
  confidence: 'high',
  rationale: 'The header asks for every shell command although the skill shows no use of a shell.',
  fix: 'Name the commands that are needed: `Bash(git status:*)`.',
  references: ['OWASP LLM06', 'OWASP ASI02'],
  bundle: [declaredRights],
};
