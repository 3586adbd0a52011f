import { neverAsk, questionGone } from '../../checks/approvals.js';
import type { TextRule } from '../../checks/rule.js';

export const apr02: TextRule = {
  id: 'APR-02',
  family: 'skills',
  title: 'Order never to ask before acting',
  severity: 'high',
  confidence: 'high',
  rationale: 'Deleting, paying or publishing without a question cannot be taken back.',
  fix: 'Ask the user before such an action.',
  references: ['OWASP LLM06', 'OWASP ASI09'],
  checks: [neverAsk, questionGone],
};
