import { forgedRole } from '../../checks/forged-role.js';
import type { TextRule } from '../../checks/rule.js';

export const inj02: TextRule = {
  id: 'INJ-02',
  family: 'skills',
  title: 'Forged system or role message',
  severity: 'high',
  confidence: 'high',
  rationale: 'Text dressed as a message of the system or of another role is taken for more trustworthy than it is.',
  fix: 'Remove the role markers and write plain documentation.',
  references: ['OWASP LLM01', 'OWASP ASI01', 'MITRE ATLAS AML.T0051'],
  checks: [forgedRole],
};
