import type { TextRule } from '../../checks/rule.js';

export const lrn01: TextRule = {
  id: 'LRN-01',
  family: 'skills',
  title: 'Reads like an order against the user',
  severity: 'high',
  confidence: 'low',
  rationale:
    'No rule knows what the sentence orders, but its words, and what it speaks of, are those of texts that turn an agent against its user.',
  fix: 'Read the passage. If it is honest, say in it what is done, to what and where to, and that the user decides.',
  references: ['OWASP LLM01', 'OWASP ASI01'],
};
