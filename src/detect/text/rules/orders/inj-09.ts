import { deceit } from '../../checks/deceits.js';
import { claimedConsent } from '../../checks/overrides.js';
import type { TextRule } from '../../checks/rule.js';

export const inj09: TextRule = {
  id: 'INJ-09',
  family: 'skills',
  title: 'Consent claimed by the text itself',
  severity: 'medium',
  confidence: 'high',
  rationale: 'A file cannot agree in the name of the user; the claim only serves to skip the question.',
  fix: 'Let the user decide at the time of the action, or set an allow list.',
  references: ['OWASP ASI09', 'OWASP LLM06'],
  checks: [claimedConsent, deceit],
};
