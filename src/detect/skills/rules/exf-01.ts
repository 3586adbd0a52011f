import { transfers } from '../checks/exfiltration.js';
import type { SkillRule } from '../checks/rule.js';

export const exf01: SkillRule = {
  id: 'EXF-01',
  family: 'skills',
  title: 'Script sends secrets to a foreign host',
  severity: 'critical',
  confidence: 'high',
  rationale: 'The script reads credentials or private data and hands them to an address that is not theirs.',
  fix: 'Remove the transfer, and change every credential the script could read.',
  references: ['OWASP LLM02', 'OWASP ASI02', 'OWASP MCP01', 'MITRE ATLAS AML.T0086', 'CWE-200', 'CWE-522'],
  code: [transfers],
};
