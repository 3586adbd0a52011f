import { transfers } from '../checks/exfiltration.js';
import type { SkillRule } from '../checks/rule.js';

export const exf09: SkillRule = {
  id: 'EXF-09',
  family: 'skills',
  title: 'Data to a paste, webhook or tunnel host',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Such hosts take drops from anybody and tell nobody who reads them.',
  fix: 'Send to a service the user knows, or to an address the user gives.',
  references: ['OWASP LLM02', 'MITRE ATLAS AML.T0086'],
  code: [transfers],
};
