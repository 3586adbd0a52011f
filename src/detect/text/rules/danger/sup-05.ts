import { plantedCode } from '../../checks/displacement.js';
import type { TextRule } from '../../checks/rule.js';

export const sup05: TextRule = {
  id: 'SUP-05',
  family: 'skills',
  title: 'Hidden addition to what the agent writes',
  severity: 'high',
  confidence: 'high',
  rationale: 'The agent is told to slip code or text into files it writes for the user.',
  fix: 'Remove the order.',
  references: ['OWASP ASI04', 'CWE-506'],
  checks: [plantedCode],
};
