import { executions } from '../checks/remote-code.js';
import type { SkillRule } from '../checks/rule.js';

export const rce06: SkillRule = {
  id: 'RCE-06',
  family: 'skills',
  title: 'Caller’s text reaches a shell or eval',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Text from outside becomes code.',
  fix: 'Pass arguments as a list, or use a parser for what is expected.',
  references: ['CWE-78', 'CWE-95'],
  code: [executions],
};
