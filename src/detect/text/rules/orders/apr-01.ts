import { approvalsOff } from '../../checks/approvals.js';
import type { TextRule } from '../../checks/rule.js';

export const apr01: TextRule = {
  id: 'APR-01',
  family: 'skills',
  title: 'Approvals switched off',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'Without approvals nobody sees what the agent runs.',
  fix: 'Allow the few commands that are needed instead of everything.',
  references: ['OWASP LLM06', 'OWASP ASI03', 'CWE-862'],
  checks: [approvalsOff],
};
