import type { TextRule } from '../../checks/rule.js';

export const inj11: TextRule = {
  id: 'INJ-11',
  family: 'skills',
  title: 'Reads like an order against the user',
  severity: 'medium',
  confidence: 'low',
  rationale:
    'No rule names what the sentence asks for, but its words, places and aims resemble those of orders that turn an agent against its user.',
  fix: 'Read the sentence and what stands around it; say plainly what is to be done, for whom, and that the user is asked.',
  references: ['OWASP LLM01', 'OWASP ASI01', 'MITRE ATLAS AML.T0051'],
};
