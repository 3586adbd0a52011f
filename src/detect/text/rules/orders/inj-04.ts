import { concealment } from '../../checks/concealment.js';
import { deceit } from '../../checks/deceits.js';
import { reassurance } from '../../checks/reassurance.js';
import type { TextRule } from '../../checks/rule.js';

export const inj04: TextRule = {
  id: 'INJ-04',
  family: 'skills',
  title: 'Order to keep the user in the dark',
  severity: 'high',
  confidence: 'high',
  rationale: 'The agent is told to do something and to hide it from the person it works for.',
  fix: 'Remove the concealment; the user must be able to see every action.',
  references: ['OWASP ASI09', 'OWASP LLM01', 'CWE-451'],
  checks: [concealment, reassurance, deceit],
};
