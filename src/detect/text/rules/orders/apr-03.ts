import { protectionOff } from '../../checks/approvals.js';
import type { TextRule } from '../../checks/rule.js';

export const apr03: TextRule = {
  id: 'APR-03',
  family: 'skills',
  title: 'Protection switched off',
  severity: 'high',
  confidence: 'medium',
  rationale: 'Turning off a firewall, virus scanner or certificate check opens the machine to others.',
  fix: 'Keep the protection on; add the one exception that is needed.',
  references: ['CWE-693'],
  checks: [protectionOff],
};
