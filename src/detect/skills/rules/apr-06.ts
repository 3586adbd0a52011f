import type { SkillRule } from '../checks/rule.js';

export const apr06: SkillRule = {
  id: 'APR-06',
  family: 'skills',
  title: 'Hook that reaches the network',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Hooks run unasked at every step and see what the user types.',
  fix: 'Remove the hook, or keep it to a local formatter.',
  references: ['OWASP ASI05', 'CWE-829'],
  startedBy: 'hook',
};
