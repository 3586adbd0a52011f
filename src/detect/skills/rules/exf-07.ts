import { transfers } from '../checks/exfiltration.js';
import type { SkillRule } from '../checks/rule.js';

export const exf07: SkillRule = {
  id: 'EXF-07',
  family: 'skills',
  title: 'Script sends the whole environment away',
  severity: 'high',
  confidence: 'high',
  rationale: 'The environment holds the credentials of every tool of the session.',
  fix: 'Send only the named values the service needs.',
  references: ['OWASP LLM02', 'CWE-200', 'CWE-526'],
  code: [transfers],
};
