import { loginAdded } from '../../checks/persistence.js';
import type { TextRule } from '../../checks/rule.js';

export const per06: TextRule = {
  id: 'PER-06',
  family: 'skills',
  title: 'Adds a way to log in',
  severity: 'high',
  confidence: 'high',
  rationale: 'A key or account that stays lets somebody return at will.',
  fix: 'Remove it, and whatever it has already changed.',
  references: ['OWASP ASI03', 'CWE-798'],
  checks: [loginAdded],
};
