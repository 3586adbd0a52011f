import { promptTold } from '../../checks/pressure.js';
import type { TextRule } from '../../checks/rule.js';
import { contextAway } from '../../checks/secrets-out.js';

export const inj10: TextRule = {
  id: 'INJ-10',
  family: 'skills',
  title: 'Order to give away the system prompt',
  severity: 'high',
  confidence: 'high',
  rationale: 'The system prompt holds rules and often data that outsiders must not see.',
  fix: 'Remove the order.',
  references: ['OWASP LLM07', 'MITRE ATLAS AML.T0056'],
  checks: [contextAway, promptTold],
};
