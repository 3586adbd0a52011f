import { transfers } from '../checks/exfiltration.js';
import type { SkillRule } from '../checks/rule.js';

export const exf08: SkillRule = {
  id: 'EXF-08',
  family: 'skills',
  title: 'Undeclared telemetry',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Host or user names leave the machine without the description saying so.',
  fix: 'Announce the telemetry and let the user switch it off, or remove it.',
  references: ['OWASP LLM02', 'CWE-359'],
  code: [transfers],
};
