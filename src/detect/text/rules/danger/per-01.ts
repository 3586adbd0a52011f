import { startsAgain } from '../../checks/persistence.js';
import type { TextRule } from '../../checks/rule.js';

export const per01: TextRule = {
  id: 'PER-01',
  family: 'skills',
  title: 'Starts itself again',
  severity: 'high',
  confidence: 'high',
  rationale: 'A start file, timer or service keeps running after the task, unseen.',
  fix: 'Leave it to the user to set up what should stay.',
  references: ['OWASP ASI10', 'CWE-506'],
  checks: [startsAgain],
};
