import { wipes } from '../../checks/destruction.js';
import type { TextRule } from '../../checks/rule.js';

export const des01: TextRule = {
  id: 'DES-01',
  family: 'skills',
  title: 'Wipes without asking',
  severity: 'high',
  confidence: 'high',
  rationale: 'Home, root, backups or whole databases are removed without a question.',
  fix: 'Ask the user and name exactly what is removed.',
  references: ['OWASP LLM06', 'OWASP ASI02'],
  checks: [wipes],
};
