import type { TextRule } from '../../checks/rule.js';
import { fixedRecipient } from '../../checks/secrets-out.js';

export const exf06: TextRule = {
  id: 'EXF-06',
  family: 'skills',
  title: 'Copy to a fixed recipient',
  severity: 'high',
  confidence: 'high',
  rationale: 'Messages, payments or posts go to somebody the user did not choose.',
  fix: 'Let the user name the recipient.',
  references: ['OWASP ASI02'],
  checks: [fixedRecipient],
};
