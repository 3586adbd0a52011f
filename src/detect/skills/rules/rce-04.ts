import { executions } from '../checks/remote-code.js';
import type { SkillRule } from '../checks/rule.js';

export const rce04: SkillRule = {
  id: 'RCE-04',
  family: 'skills',
  title: 'Fetched code is executed',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Whoever controls the address runs code on this machine, at every run anew.',
  fix: 'Ship the code with the skill, or pin it to a version and check its sum.',
  references: ['OWASP ASI05', 'CWE-94', 'CWE-494'],
  code: [executions],
};
