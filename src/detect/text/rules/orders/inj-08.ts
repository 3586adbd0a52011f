import { spreading } from '../../checks/overrides.js';
import type { TextRule } from '../../checks/rule.js';

export const inj08: TextRule = {
  id: 'INJ-08',
  family: 'skills',
  title: 'Text that spreads itself',
  severity: 'high',
  confidence: 'high',
  rationale: 'The agent is told to copy these orders to other places, where other agents will read them.',
  fix: 'Remove the order.',
  references: ['OWASP ASI07', 'OWASP ASI08', 'MITRE ATLAS AML.T0061'],
  checks: [spreading],
};
