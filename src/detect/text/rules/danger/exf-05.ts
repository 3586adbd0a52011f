import type { TextRule } from '../../checks/rule.js';
import { dnsChannel } from '../../checks/secret-stores.js';

export const exf05: TextRule = {
  id: 'EXF-05',
  family: 'skills',
  title: 'Data in name look-ups',
  severity: 'high',
  confidence: 'high',
  rationale: 'Names looked up in DNS reach whoever owns the domain, past most filters.',
  fix: 'Remove the look-up.',
  references: ['CWE-200'],
  checks: [dnsChannel],
};
