import { grabsAll } from '../../checks/displacement.js';
import type { TextRule } from '../../checks/rule.js';

export const trg01: TextRule = {
  id: 'TRG-01',
  family: 'skills',
  title: 'Wants to handle every request',
  severity: 'low',
  confidence: 'medium',
  rationale: 'A text that grabs every request runs where nobody expected it.',
  fix: 'Name the tasks this is for.',
  references: ['OWASP ASI01'],
  checks: [grabsAll],
};
