import { approvalsOff } from '../../checks/approvals.js';
import type { TextRule } from '../../checks/rule.js';

export const per03: TextRule = {
  id: 'PER-03',
  family: 'skills',
  title: 'Changes the agent’s own settings',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Settings of the agent decide what runs without asking; a script must not widen them.',
  fix: 'Show the user the setting instead of writing it.',
  references: ['OWASP ASI03', 'MITRE ATLAS AML.T0081', 'CWE-732'],
  checks: [approvalsOff],
};
